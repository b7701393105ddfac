#include "run/warm_up.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "engine/line_up.hpp"
#include "host/signals.hpp"
#include "run/watched_loop.hpp"
#include "stats/warm_up_rule.hpp"

namespace sonde::run {

namespace {

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

/// A tenth of the repetitions; with -warm_up auto as many as it takes, up to ten times of them.
std::int64_t most_repetitions(const Settings& settings, std::int64_t wanted) {
  if (settings.warm_up != WarmUp::automatic) return wanted / 10;
  return wanted > no_limit / 10 ? no_limit : wanted * 10;
}

stats::WarmUpLimits limits_of(const Settings& settings, const Benchmark& benchmark,
                              const WarmUpFacts& facts) {
  stats::WarmUpLimits limits{.repetitions = most_repetitions(settings, facts.wanted),
                             .no_warm_up = settings.warm_up == WarmUp::off,
                             .only_probe = benchmark.needs.resource == Resource::file,
                             .wanted = facts.wanted,
                             .loop_seconds = facts.loop_seconds,
                             .read_seconds = facts.read_seconds};
  if (facts.first_length && !limits.no_warm_up && !limits.only_probe)
    limits.first = std::min(std::int64_t{settings.warm_up_calls}, facts.wanted);
  return limits;
}

/// Seconds a round is expected to take: by the one before it; the first one, by -time, of which the warm-up
/// of messages may take a tenth.
double expected_seconds(const Settings& settings, const Case& c,
                        const std::vector<stats::WarmUpRound>& rounds, std::int64_t next) {
  if (!rounds.empty()) return rounds.back().seconds_per_repetition * static_cast<double>(next);
  const double usual = std::isfinite(settings.seconds_per_sample) ? settings.seconds_per_sample : 10;
  return c.file_name != nullptr ? usual : usual / 10;
}

/// Seconds per repetition of the slowest rank; negative when a rank failed.
double round_seconds(const Mode& mode, const Case& c, const Loop& loop, double longest,
                     std::optional<cases::Failure>& mine) {
  Sample sample;
  mine = run_loop(mode, c, loop, longest, sample);
  std::array<double, 2> local{timed_seconds(sample), mine.has_value() ? 1.0 : 0.0};
  std::array<double, 2> worst{};
  const host::StuckGuard guard(mine.has_value() ? mine->text.c_str() : nullptr, longest);
  mpi::ok(MPI_Allreduce(local.data(), worst.data(), 2, MPI_DOUBLE, MPI_MAX, c.active), "MPI_Allreduce");
  return worst[1] > 0 ? -1.0 : worst[0] / static_cast<double>(loop.batches.repetitions());
}

}  // namespace

WarmUpResult warm_up(const Settings& settings, const Section& section, const Case& c, Loop loop,
                     const WarmUpFacts& facts) {
  const Benchmark& benchmark = *section.benchmark;
  const Mode& mode = benchmark.modes[static_cast<std::size_t>(section.mode)];
  const auto limits = limits_of(settings, benchmark, facts);
  const bool match = std::exchange(loop.computation.as_transfer, false);
  loop.computation.units = 1;
  loop.line_up = settings.imb_barrier ? engine::dissemination_barrier : engine::barrier;
  WarmUpResult result;
  std::vector<stats::WarmUpRound> rounds;
  while (const auto next = stats::next_round(rounds, limits)) {
    loop.batches = {1, next, next};
    const double longest = longest_seconds(c, loop, expected_seconds(settings, c, rounds, next));
    std::optional<cases::Failure> mine;
    const double seconds = round_seconds(mode, c, loop, longest, mine);
    if (seconds < 0) {
      result.failure = cases::agree(c.active, mine);
      return result;
    }
    rounds.push_back({next, seconds});
    result.repetitions += next;
    if (benchmark.needs.resource != Resource::file) loop.first += next;
  }
  result.seconds_per_repetition = stats::typical_seconds(rounds);
  result.least_seconds = stats::least_seconds(rounds);
  if (benchmark.overlapped)
    result.seconds_per_repetition += match ? result.seconds_per_repetition / 2 : settings.cpu_seconds;
  return result;
}

}  // namespace sonde::run
