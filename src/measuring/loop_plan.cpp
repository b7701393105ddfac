#include "measuring/loop_plan.hpp"

#include <fmt/format.h>

#include <limits>

#include "base/text.hpp"
#include "base/units.hpp"
#include "plan/repetitions.hpp"
#include "stats/impact.hpp"

namespace sonde::measuring {

namespace {

/// A batch for each pair of phases of -load: calls are timed one by one, so that batches may be short.
Batches in_phases(std::int64_t repetitions) {
  constexpr std::int64_t phases = stats::least_pairs;
  if (repetitions < phases) return {repetitions, 1, 1};
  const std::int64_t length = repetitions / phases;
  return {phases, length, repetitions - (phases - 1) * length};
}

}  // namespace

LoopPlan plan_loop(const Settings& settings, const PlannedCase& planned, const Case& c,
                   const ClockFacts& clock, const WarmUpResult& warm, const LoopLimits& limits) {
  const Benchmark& benchmark = planned.benchmark();
  const int processes = planned.lane.ranks;
  LoopPlan plan;
  const TimeLimit limit = time_limit(settings, benchmark);
  constexpr double endless = std::numeric_limits<double>::infinity();
  plan.loop_seconds = limit == TimeLimit::cuts_the_count ? limits.seconds : endless;
  plan.most_seconds = limit == TimeLimit::ends_the_table ? limits.seconds : endless;
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
  if (settings.load && plan.batches.count < stats::least_pairs) plan.batches = in_phases(n);
  return plan;
}

std::optional<case_setup::Failure> past_limit(const LoopPlan& plan, double seconds) {
  if (!(seconds > plan.most_seconds)) return std::nullopt;
  return case_setup::Failure{
      record::Reason::time_out,
      fmt::format("{} would take about {}, -time allows {}", counted(plan.repetitions, "repetition"),
                  human_seconds(seconds), human_seconds(plan.most_seconds))};
}

}  // namespace sonde::measuring
