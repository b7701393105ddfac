#include "run/probe.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace sonde::run {

namespace {

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

/// A tenth of the repetitions; with -warm_up auto as many as it takes, up to ten times of them. A tenth of
/// -time bounds both.
std::int64_t warm_up_limit(const Settings& settings, std::int64_t wanted) {
  if (settings.warm_up != WarmUp::automatic) return wanted / 10;
  return wanted > no_limit / 10 ? no_limit : wanted * 10;
}

}  // namespace

WarmUpResult probe(const Settings& settings, const Section& section, const Case& c, Loop loop,
                   std::int64_t wanted, bool first_length) {
  const Mode& mode = section.benchmark->modes[static_cast<std::size_t>(section.mode)];
  const bool files = section.benchmark->resource == Resource::file;
  const bool several = first_length && !files && settings.warm_up != WarmUp::off;
  const std::int64_t least = several ? std::min(std::int64_t{settings.warm_up_calls}, wanted) : 1;
  const bool match = std::exchange(loop.computation.as_transfer, false);
  loop.computation.units = 1;
  WarmUpResult warm = warm_up(settings, mode, c, loop, files ? 1 : warm_up_limit(settings, wanted), least);
  if (section.benchmark->overlapped)
    warm.seconds_per_repetition += match ? warm.seconds_per_repetition / 2 : settings.cpu_seconds;
  return warm;
}

}  // namespace sonde::run
