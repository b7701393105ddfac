#include "record/rank_counters.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>

#include "base/machine.hpp"
#include "base/text.hpp"

namespace sonde::record {

namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

// The line of `text` that starts with `word` and a blank.
std::string_view line_of(std::string_view text, std::string_view word) {
  for (const auto line : split(text, '\n'))
    if (line.starts_with(word) && line.substr(word.size()).starts_with(' ')) return line;
  return {};
}

}  // namespace

std::optional<std::int64_t> migrations_of(std::string_view sched) {
  const auto parts = words_in(line_of(sched, "se.nr_migrations"));
  return parts.size() == 3 ? number_of<std::int64_t>(parts[2]) : std::nullopt;
}

std::optional<std::int64_t> steal_ticks_of(std::string_view stat) {
  const auto parts = words_in(line_of(stat, "cpu"));
  return parts.size() > 8 ? number_of<std::int64_t>(parts[8]) : std::nullopt;
}

WitnessReading read_witness(WitnessDetail detail) {
  WitnessReading reading;
  reading.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) == 0) {
    reading.user_seconds = seconds(usage.ru_utime);
    reading.involuntary_switches = usage.ru_nivcsw;
  }
  if (detail == WitnessDetail::counters) return reading;
  if (const auto sched = file_text("/proc/self/sched")) reading.migrations = migrations_of(*sched);
  if (const auto stat = file_text("/proc/stat"))
    if (const auto ticks = steal_ticks_of(*stat))
      reading.steal_seconds = static_cast<double>(*ticks) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  return reading;
}

RankCounters witness_between(const WitnessReading& began, const WitnessReading& ended, int world_rank) {
  RankCounters witness;
  witness.world_rank = world_rank;
  witness.involuntary_switches = ended.involuntary_switches - began.involuntary_switches;
  witness.migrations = began.migrations && ended.migrations ? *ended.migrations - *began.migrations : -1;
  if (began.steal_seconds && ended.steal_seconds)
    witness.steal_seconds = *ended.steal_seconds - *began.steal_seconds;
  const double wall = ended.wall_seconds - began.wall_seconds;
  witness.cpu_share = wall > 0 ? (ended.user_seconds - began.user_seconds) / wall : 0;
  return witness;
}

}  // namespace sonde::record
