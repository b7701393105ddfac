#include "measuring/loop_plan.hpp"

#include "plan/repetitions.hpp"

namespace sonde::measuring {

LoopPlan plan_loop(const Settings& settings, const PlannedCase& planned, const Case& c,
                   const ClockFacts& clock, const WarmUpResult& warm, const LoopLimits& limits) {
  const Benchmark& benchmark = planned.benchmark();
  const int processes = planned.lane.ranks;
  LoopPlan plan;
  plan.loop_seconds = limits.seconds;
  plan.seconds_per_repetition = warm.seconds_per_repetition;
  std::int64_t n = repetitions(settings, benchmark, planned.lane.mode,
                               {.bytes = c.bytes,
                                .processes = processes,
                                .seconds_per_repetition = warm.seconds_per_repetition,
                                .loop_seconds = limits.seconds,
                                .ceiling = limits.ceiling});
  plan.repetitions = n;
  if (n < planned.wanted) plan.reason = stats::StopReason::time_limit;
  if (benchmark.needs.resource == Resource::file) plan.most_repetitions = planned.wanted;
  plan.batches = {1, n, n};
  if (planned.mode().batching == Batching::whole) return plan;
  if (settings.arrival) return plan.batches = {n, 1, 1}, plan;
  if (settings.precision) n = within_seconds(n, limits.seconds, warm.seconds_per_repetition);
  const bool rotates = c.steps.roots.stride > 0;
  plan.batches = plan_batches(n, rotates ? processes : 1, warm.least_seconds, clock);
  return plan;
}

}  // namespace sonde::measuring
