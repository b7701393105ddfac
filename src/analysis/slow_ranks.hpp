// Which ranks hold the others up: how often each is known to have been the slowest, by benchmark, with where
// it ran.
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
  /// 0 to 1: of the batches it took part in, in how many it was the slowest, as far as records tell: a case
  /// names the rank that was slowest most often, and all others count as never. Mean over all cases.
  double share = 0;
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

}  // namespace sonde::analysis
