// The rule of a loop whose repetitions were counted out before it began.
#pragma once
#include "stats/stop_rule.hpp"

namespace sonde::stats {

class FixedCountRule final : public StopRule {
 public:
  /// `reason`: what set the count, -iter (fixed_count) or -time (time_limit).
  FixedCountRule(int batches, StopReason reason) : batches_(batches), reason_(reason) {}

  [[nodiscard]] StopDecision ask(const LoopSoFar& loop) const override {
    return {static_cast<int>(loop.batch_means.size()) >= batches_, reason_, batches_};
  }

 private:
  int batches_;
  StopReason reason_;
};

}  // namespace sonde::stats
