// -budget: how long each case may measure so that every table is complete and the run ends in time.
#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "args/settings.hpp"
#include "plan/plan.hpp"

namespace sonde {

/// What a case is known or thought to cost.
struct CaseCost {
  double least = 0;   ///< seconds of the one repetition that no case goes without
  double wanted = 0;  ///< seconds of all the repetitions that -iter and -time ask for
};

/// What is still to be done. Sums over cases.
struct Outlook {
  std::int64_t cases = 0;
  double least = 0, wanted = 0;
  double overhead = 0;  ///< seconds around the loops, of one case
};

/// Seconds of measured loop for the next case: at least its one repetition; else its part, by what cases
/// want, of the time that is left when overhead and the one repetition of every other case are put aside.
/// `left`: seconds to the end of the budget; `after`: the cases that follow.
[[nodiscard]] double allotted_seconds(double left, const CaseCost& now, const Outlook& after);

/// Learns from finished cases what the remaining ones will cost. Pure: fed with the same numbers on all
/// ranks, it decides the same.
class Budget {
 public:
  Budget(const Settings& settings, const Plan& plan);

  /// Seconds the whole run is thought to take: each case as long as its repetitions and -time allow, with
  /// what is known so far. Before anything has run that is a guess by size: a few microseconds and 1 GB/s,
  /// for files 2 ms and 100 MB/s.
  [[nodiscard]] double estimate() const;
  /// The same of a run of one repetition for each case: no budget makes it shorter.
  [[nodiscard]] double least() const;
  /// Limit for the measured loop of the next case (an entry of the plan in order), given the time since the
  /// start.
  [[nodiscard]] double allow(double elapsed) const;
  /// The next case is over: seconds per repetition of its slowest rank (0: not known), and seconds around its
  /// loop.
  void finished(double seconds_per_repetition, double overhead_seconds);

 private:
  struct Item {
    const Benchmark* benchmark;
    int mode;
    int processes;
    std::int64_t bytes;
  };
  [[nodiscard]] CaseCost cost(const Item& item) const;
  [[nodiscard]] double guess(const Item& item) const;
  [[nodiscard]] Outlook outlook(std::size_t from) const;

  const Settings& settings_;
  std::vector<Item> items_;
  std::size_t next_ = 0;
  std::map<std::pair<bool, std::int64_t>, double>
      known_;  ///< by (writes to a file, length): slowest seconds per repetition
  double overhead_sum_ = 0;
};

}  // namespace sonde
