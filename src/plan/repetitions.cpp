#include "plan/repetitions.hpp"

#include <algorithm>
#include <cmath>

#include "plan/messages.hpp"

namespace sonde {

namespace {

std::int64_t count_of(const Settings& settings, const Benchmark& benchmark, int mode) {
  const auto counting = benchmark.modes[static_cast<std::size_t>(mode)].counting;
  return counting == Counting::nonaggregate ? settings.iterations.nonaggregate
                                            : settings.iterations.per_sample;
}

/// Whether one rank sends to all others, or receives from them.
bool has_root(const Benchmark& benchmark) {
  return benchmark.message.root == Root::rotates ||
         (benchmark.message.root == Root::zero && benchmark.klass == TransferClass::collective);
}

IterPolicy policy_for(const Settings& settings, const Benchmark& benchmark) {
  if (settings.iter_policy != IterPolicy::automatic) return settings.iter_policy;
  return has_root(benchmark) ? IterPolicy::multiple_np : IterPolicy::dynamic;
}

std::int64_t within_volume(std::int64_t count, std::int64_t volume, std::int64_t bytes) {
  return bytes > 0 ? std::min(count, volume / bytes) : count;
}

/// The multiple of P nearest to count 2^max / (P X + 2^max); in long double, since P X may exceed 64 bits.
std::int64_t multiple_of_processes(const Settings& settings, std::int64_t count, std::int64_t bytes,
                                   int processes) {
  const long double largest = std::ldexp(1.0L, settings.max_log);
  const long double moved = static_cast<long double>(processes) * static_cast<long double>(bytes);
  const long double groups = static_cast<long double>(count) * largest / (moved + largest) / processes;
  const std::int64_t most = std::numeric_limits<std::int64_t>::max() / 2 / processes;
  return std::max<std::int64_t>(1, std::llroundl(std::min(groups, static_cast<long double>(most)))) *
         processes;
}

/// Bytes of a repetition as the volume of -iter counts them: X, or all messages in flight; X, too, where
/// those share places, as other suites have it; where transfers are completed
/// together, all that a rank has in memory for one of them.
std::int64_t volume_of(const Settings& settings, const Benchmark& benchmark, int mode, std::int64_t bytes,
                       int processes) {
  const bool epoch = benchmark.needs.resource == Resource::window && benchmark.aggregates(mode);
  std::int64_t messages = benchmark.shares_places() ? 1 : in_flight(settings, benchmark), volume = 0;
  if (epoch)
    for (const Extent extent :
         {benchmark.message.send, benchmark.message.receive, benchmark.needs.window.extent})
      messages = std::max<std::int64_t>(messages, extent == Extent::message_per_rank ? processes : 1);
  return __builtin_mul_overflow(bytes, messages, &volume) ? std::numeric_limits<std::int64_t>::max() : volume;
}

}  // namespace

TimeLimit time_limit(const Settings& settings, const Benchmark& benchmark) {
  if (settings.precision || policy_for(settings, benchmark) == IterPolicy::dynamic)
    return TimeLimit::cuts_the_count;
  if (settings.iter_policy == IterPolicy::automatic || benchmark.once) return TimeLimit::none;
  return TimeLimit::ends_the_table;
}

double usual_loop_seconds(const Settings& settings) {
  return std::isfinite(settings.seconds_per_sample) ? settings.seconds_per_sample : 10;
}

std::int64_t within_seconds(std::int64_t count, double seconds, double seconds_per_repetition) {
  if (!(seconds_per_repetition > 0)) return count;
  const double possible = std::floor(seconds / seconds_per_repetition);
  return possible < static_cast<double>(count)
             ? std::max<std::int64_t>(1, static_cast<std::int64_t>(possible))
             : count;
}

std::int64_t ceiling_after(std::int64_t before, const RanFacts& facts) {
  if (facts.ran >= facts.wanted) return before;
  if (!(facts.seconds_per_repetition > 0)) return facts.ran;
  if (2 * static_cast<double>(facts.ran) * facts.seconds_per_repetition > facts.loop_seconds)
    return facts.ran;
  const auto possible = within_seconds(facts.wanted, facts.loop_seconds, facts.seconds_per_repetition);
  return possible < facts.wanted ? std::min(before, possible) : before;
}

std::int64_t wanted_repetitions(const Settings& settings, const Benchmark& benchmark, int mode,
                                std::int64_t bytes, int processes) {
  if (benchmark.once) return 1;
  const std::int64_t count = count_of(settings, benchmark, mode);
  switch (policy_for(settings, benchmark)) {
    case IterPolicy::off:
      return std::max<std::int64_t>(1, count);
    case IterPolicy::multiple_np:
      return multiple_of_processes(settings, count, bytes, processes);
    default:
      return std::max<std::int64_t>(1, within_volume(count, settings.iterations.overall_bytes,
                                                     volume_of(settings, benchmark, mode, bytes, processes)));
  }
}

std::int64_t repetitions(const Settings& settings, const Benchmark& benchmark, int mode,
                         const RepetitionFacts& facts) {
  const auto wanted = wanted_repetitions(settings, benchmark, mode, facts.bytes, facts.processes);
  if (policy_for(settings, benchmark) != IterPolicy::dynamic) return wanted;
  const auto possible = within_seconds(wanted, facts.loop_seconds, facts.seconds_per_repetition);
  return std::max<std::int64_t>(1, std::min(possible, facts.ceiling));
}

}  // namespace sonde
