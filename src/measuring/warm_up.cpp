#include "measuring/warm_up.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/line_up.hpp"
#include "host/timeouts.hpp"
#include "measuring/guarded_loop.hpp"
#include "plan/repetitions.hpp"
#include "stats/warm_up_rule.hpp"

namespace sonde::measuring {

namespace {

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

/// A tenth of the repetitions; with -warm_up auto as many as it takes, up to ten times of them.
std::int64_t most_repetitions(const Settings& settings, std::int64_t wanted) {
  if (settings.warm_up != WarmUp::automatic) return wanted / 10;
  return wanted > no_limit / 10 ? no_limit : wanted * 10;
}

stats::WarmUpLimits limits_of(const Settings& settings, const PlannedCase& planned,
                              const WarmUpFacts& facts) {
  const Benchmark& benchmark = planned.benchmark();
  stats::WarmUpLimits limits{.repetitions = most_repetitions(settings, planned.wanted),
                             .no_warm_up = settings.warm_up == WarmUp::off,
                             .only_probe = benchmark.needs.resource == Resource::file,
                             .wanted = planned.wanted,
                             .loop_seconds = facts.loop_seconds,
                             .read_seconds = facts.read_seconds};
  if (facts_of(benchmark.suite).threads && settings.warm_up == WarmUp::on)
    limits.fixed = settings.warm_up_calls;
  if (facts.first_length && !limits.no_warm_up && !limits.only_probe)
    limits.first = std::min(std::int64_t{settings.warm_up_calls}, planned.wanted);
  return limits;
}

/// Seconds a round is expected to take: by the one before it; the first one, by -time, of which the warm-up
/// of messages may take a tenth.
double expected_seconds(const Settings& settings, const Case& c,
                        const std::vector<stats::WarmUpRound>& rounds, std::int64_t next) {
  if (!rounds.empty()) return rounds.back().seconds_per_repetition * static_cast<double>(next);
  return usual_loop_seconds(settings) / (c.file_name != nullptr ? 1 : 10);
}

/// Seconds per repetition of the slowest rank; none when a rank failed.
std::optional<double> round_seconds(const Mode& mode, const Case& c, const Loop& loop, double longest,
                                    std::optional<case_setup::Failure>& mine) {
  LoopSample sample;
  mine = run_loop(mode, c, loop, longest, sample);
  std::array<double, 2> local{timed_seconds(sample), mine.has_value() ? 1.0 : 0.0};
  std::array<double, 2> worst{};
  const host::CallGuard call("agreeing on how long to measure", longest);
  const host::StuckGuard guard(mine.has_value() ? mine->text.c_str() : nullptr, longest);
  mpi::ok(MPI_Allreduce(local.data(), worst.data(), 2, MPI_DOUBLE, MPI_MAX, c.active), "MPI_Allreduce");
  if (worst[1] > 0) return std::nullopt;
  // A clock that was set back has told nothing: none of the rules takes a negative time.
  return std::max(worst[0], 0.0) / static_cast<double>(loop.batches.repetitions());
}

/// What lasts about ten milliseconds with its computation: enough to see ranks that share cores wait for each
/// other.
std::int64_t few_repetitions(std::int64_t wanted, double transfers_seconds, double computing_seconds) {
  constexpr double probe_seconds = 0.01;
  const double each = std::max(transfers_seconds + computing_seconds, 1e-9);
  return std::clamp<std::int64_t>(std::llround(probe_seconds / each), 1,
                                  std::max<std::int64_t>(1, wanted / 10));
}

/// Whether these repetitions say that the count is too large, and there is time to ask again.
bool interruption_may_cut(std::int64_t wanted, double loop_seconds, double seconds_each,
                          std::int64_t repetitions) {
  return seconds_each * static_cast<double>(wanted) > loop_seconds &&
         2 * seconds_each * static_cast<double>(repetitions) <= loop_seconds;
}

/// Of the loop the transfers alone, one after another.
Loop transfers_alone(Loop loop, const Settings& settings) {
  loop.computation.as_transfer = false;
  loop.computation.units = 1;
  loop.line_up = settings.imb_barrier ? engine::dissemination_barrier : engine::barrier;
  return loop;
}

}  // namespace

WarmUpResult warm_up(const Settings& settings, const PlannedCase& planned, const Case& c,
                     const Loop& measured, const WarmUpFacts& facts) {
  const Benchmark& benchmark = planned.benchmark();
  const auto limits = limits_of(settings, planned, facts);
  Loop loop = transfers_alone(measured, settings);
  WarmUpResult result;
  std::vector<stats::WarmUpRound> rounds;
  const auto run = [&](std::int64_t next) {
    loop.batches = {1, next, next};
    const double longest = longest_seconds(c, loop, expected_seconds(settings, c, rounds, next));
    std::optional<case_setup::Failure> mine;
    const auto seconds = round_seconds(planned.mode(), c, loop, longest, mine);
    if (!seconds) result.failure = case_setup::agree(c.active, mine);
    result.repetitions += next;
    if (benchmark.needs.resource != Resource::file) loop.first += next;
    return seconds.value_or(0);
  };
  while (const auto next = stats::next_round(rounds, limits)) {
    const double seconds = run(next);
    if (result.failure) return result;
    rounds.push_back({next, seconds});
  }
  result.seconds_per_repetition = stats::typical_seconds(rounds);
  result.least_seconds = stats::least_seconds(rounds);
  // The computation is not within the clock of a window, and runs beside no probe of a file.
  const Resource resource = benchmark.needs.resource;
  const bool beside = resource != Resource::file && resource != Resource::window;
  const double computing =
      measured.computation.as_transfer ? result.seconds_per_repetition / 2 : settings.cpu_seconds;
  if (benchmark.overlapped && beside && !rounds.empty()) {
    loop.computation = measured.computation;
    const auto few = few_repetitions(planned.wanted, result.seconds_per_repetition, computing);
    double whole = run(few);
    if (interruption_may_cut(planned.wanted, facts.loop_seconds, whole, few))
      whole = std::min(whole, run(few));
    result.seconds_per_repetition = std::max(result.seconds_per_repetition, whole);
  } else if (benchmark.overlapped) {
    result.seconds_per_repetition += computing;
  }
  return result;
}

}  // namespace sonde::measuring
