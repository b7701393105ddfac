// When a measured loop ends: a rule is asked before the first round of batches and after each round. A new
// rule is a file with a class derived from StopRule.
#pragma once
#include <span>

#include "stats/summary.hpp"

namespace sonde::stats {

/// Input of a rule.
struct LoopSoFar {
  std::span<const double> batch_means{};  ///< seconds per repetition of each batch, slowest rank of the group
  /// Since the first round began, with what stands between rounds; slowest rank of all groups.
  double elapsed_seconds = 0;
};

struct StopDecision {
  bool stop = false;
  StopReason reason = StopReason::fixed_count;  ///< meaningful when `stop`
  int batches = 0;                              ///< to have before the rule is asked again
};

/// Pure: asked with the same numbers on all ranks of a group, it decides the same.
class StopRule {
 public:
  StopRule() = default;
  virtual ~StopRule() = default;
  StopRule(const StopRule&) = delete;
  StopRule& operator=(const StopRule&) = delete;

  [[nodiscard]] virtual StopDecision ask(const LoopSoFar& loop) const = 0;
};

}  // namespace sonde::stats
