// Which ranks hold the others up: how often each was the slowest, by benchmark, with where it ran.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/record.hpp"

namespace sonde::analysis {

struct RankShare {
  int rank = 0;      ///< world rank
  std::string host;  ///< empty where unknown
  std::vector<int> cores;
  double share =
      0;  ///< 0 to 1: of the batches it took part in, in how many it was the slowest; mean over all cases
  std::vector<std::optional<double>>
      by_benchmark;  ///< the same for each of SlowRankMap::benchmarks; absent: took no part
  std::int64_t involuntary_switches = 0,
               migrations = 0;  ///< sums over the records that name this rank and know them
};

struct SlowRankMap {
  std::vector<std::string> benchmarks;
  std::vector<RankShare> ranks;  ///< in rank order; of a large run only those with the largest shares
  std::size_t left_out = 0;      ///< how many ranks that leaves
};

/// Empty where the records do not say who was slowest. At most `most_ranks` ranks and `most_benchmarks`
/// benchmarks.
[[nodiscard]] SlowRankMap slow_ranks(const record::Run& run, std::size_t most_ranks = 64,
                                     std::size_t most_benchmarks = 40);

/// A host, by its ranks together.
struct HostShare {
  std::string host;
  std::size_t ranks = 0;
  double share = 0;  ///< 0 to 1: in how many batches one of its ranks was the slowest; mean over all cases
  std::size_t cases = 0;                              ///< that it took part in, with two or more other hosts
  std::vector<std::optional<double>> by_benchmark{};  ///< the same share of each benchmark that was asked for
  /// Share over that of the host in the middle, where that is not 0; its ends are those of Wilson's 95 % interval of the
  /// host's own share, each case one draw: batches of a case are not independent.
  std::optional<double> ratio{}, ratio_low{}, ratio_high{};
};

/// Worst first; empty where the records do not say who was slowest, or where.
[[nodiscard]] std::vector<HostShare> slow_hosts_of(const record::Run& run,
                                                   const std::vector<std::string>& benchmarks = {});

}  // namespace sonde::analysis
