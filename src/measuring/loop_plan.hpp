// How long the measured loop of a case is, and in which batches: from the settings and what the warm-up has
// shown.
#pragma once
#include <cstdint>
#include <optional>

#include "args/settings.hpp"
#include "engine/case.hpp"
#include "measuring/measure.hpp"
#include "measuring/warm_up.hpp"
#include "plan/batch_plan.hpp"

namespace sonde::measuring {

struct LoopLimits {
  double seconds = 10;       ///< -time, or what -budget leaves
  std::int64_t ceiling = 1;  ///< what -time has left of an earlier length: repetitions never grow again
};

/// Under -precision a batch is no longer than the time, so that it can end. Equal on all ranks.
[[nodiscard]] LoopPlan plan_loop(const Settings& settings, const PlannedCase& planned, const Case& c,
                                 const ClockFacts& clock, const WarmUpResult& warm, const LoopLimits& limits);

/// Why a loop of so many seconds is not begun, if it is not: it ends the table.
[[nodiscard]] std::optional<case_setup::Failure> past_limit(const LoopPlan& plan, double seconds);

}  // namespace sonde::measuring
