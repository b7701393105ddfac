// The rule of -precision: batches until the interval of the median is narrow enough, or the time is over.
#pragma once
#include "stats/stop_rule.hpp"

namespace sonde::stats {

struct PrecisionLimits {
  double precision = 0.02;   ///< half the width of the interval that is aimed at, as a fraction of the median
  double seconds = 10;       ///< -time, or what a budget leaves; infinite: `without_limit_seconds`
  double batch_seconds = 0;  ///< what a batch is thought to take before the first has run; 0: not known
};

class PrecisionRule final : public StopRule {
 public:
  static constexpr int least_batches = 8;              ///< no interval is believed before
  static constexpr double without_limit_seconds = 10;  ///< programs without a default for -time must end too

  explicit PrecisionRule(const PrecisionLimits& limits);

  /// Stops with precision_reached when the 95 % interval of the median lies within +-precision of the median
  /// and there are at least 8 batches and 6 effective ones; else with precision_not_reached when the time is
  /// over. Looking after every batch would stop at the first lucky streak, so looks lie a quarter apart (8,
  /// 10, 13, 17, 22, ...), or where the time will be over by the mean of the batches so far: it is passed by
  /// at most one batch.
  [[nodiscard]] StopDecision ask(const LoopSoFar& loop) const override;

 private:
  PrecisionLimits limits_;
};

}  // namespace sonde::stats
