#include "measuring/loop_plan.hpp"

#include "plan/repetitions.hpp"

namespace sonde::measuring {

LoopPlan plan_loop(const Settings& settings, const TableRun& section, const Case& c, const ClockFacts& clock,
                   const WarmUpResult& warm, const LoopLimits& limits) {
  const Benchmark& benchmark = *section.benchmark;
  LoopPlan plan;
  plan.loop_seconds = limits.seconds;
  plan.seconds_per_repetition = warm.seconds_per_repetition;
  std::int64_t n = repetitions(settings, benchmark, section.mode,
                               {.bytes = c.bytes,
                                .processes = section.processes,
                                .seconds_per_repetition = warm.seconds_per_repetition,
                                .loop_seconds = limits.seconds,
                                .ceiling = limits.ceiling});
  plan.repetitions = n;
  if (n < limits.wanted) plan.reason = stats::StopReason::time_limit;
  if (benchmark.needs.resource == Resource::file) plan.most_repetitions = limits.wanted;
  plan.batches = {1, n, n};
  if (benchmark.modes[static_cast<std::size_t>(section.mode)].batching == Batching::whole) return plan;
  if (settings.precision) n = within_seconds(n, limits.seconds, warm.seconds_per_repetition);
  const bool rotates = c.steps.roots.stride > 0;
  plan.batches = plan_batches(n, rotates ? section.processes : 1, warm.least_seconds, clock);
  return plan;
}

}  // namespace sonde::measuring
