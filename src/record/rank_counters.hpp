// How this process fared while a loop ran: what the kernel counted meanwhile. Linux; what it does not tell is
// absent.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "record/record.hpp"

namespace sonde::record {

/// The counters of the kernel at one moment.
struct WitnessReading {
  double wall_seconds = 0;
  double user_seconds = 0;                 ///< of all threads of this process
  std::int64_t involuntary_switches = 0;   ///< of all threads
  std::optional<std::int64_t> migrations;  ///< of the main thread
  std::optional<double> steal_seconds;     ///< of the whole node, since boot
};

/// What to ask the kernel for: the counters of getrusage (2) take about a microsecond; migrations and steal
/// time stand in /proc, which takes some 50 us.
enum class WitnessDetail { counters, everything };

[[nodiscard]] WitnessReading read_witness(WitnessDetail detail);
[[nodiscard]] RankCounters witness_between(const WitnessReading& began, const WitnessReading& ended,
                                           int world_rank);

/// Stands outside the timed loop: `start` before it, `stop` after it.
class WitnessClock {
 public:
  explicit WitnessClock(WitnessDetail detail) : detail_(detail) {}
  void start() { began_ = read_witness(detail_); }
  /// The differences since `start`. Migrations are -1 where the kernel does not count them.
  [[nodiscard]] RankCounters stop(int world_rank) const {
    return witness_between(began_, read_witness(detail_), world_rank);
  }

 private:
  WitnessDetail detail_;
  WitnessReading began_;
};

/// "se.nr_migrations : 12" out of the text of /proc/self/sched.
[[nodiscard]] std::optional<std::int64_t> migrations_of(std::string_view sched);
/// The eighth number of the line "cpu" of /proc/stat, in clock ticks.
[[nodiscard]] std::optional<std::int64_t> steal_ticks_of(std::string_view stat);

}  // namespace sonde::record
