// How often a case is repeated, and in which batches its time is taken.
#pragma once
#include <cstdint>
#include <limits>

#include "args/settings.hpp"
#include "catalog/benchmark.hpp"

namespace sonde {

/// What is known before the loop of a case.
struct RepetitionFacts {
  std::int64_t bytes = 0;             ///< message length X
  int processes = 1;                  ///< ranks of the group
  double seconds_per_repetition = 0;  ///< from the probe, slowest rank; 0: not known
  /// What the loop may take: -time, or what -budget leaves.
  double loop_seconds = std::numeric_limits<double>::infinity();
  /// Where `-time` has cut a shorter length of the same table, the count it ran: counts never grow with the
  /// length.
  std::int64_t ceiling = std::numeric_limits<std::int64_t>::max();
};

/// What -time does to a loop that would take longer.
enum class TimeLimit {
  cuts_the_count,
  ends_the_table,  ///< -iter_policy keeps the count
  none             ///< -iter_policy auto of benchmarks with a root; what runs once
};
[[nodiscard]] TimeLimit time_limit(const Settings& settings, const Benchmark& benchmark);

/// What a loop takes at most where nothing else is known: -time, or 10 s where it sets no limit.
[[nodiscard]] double usual_loop_seconds(const Settings& settings);

/// n = min(count, volume / X), at least 1 (guide 5.2.8), cut so that n repetitions keep to `loop_seconds`;
/// -iter_policy `multiple_np` instead takes the multiple of P nearest to count 2^max / (P X + 2^max), `auto`
/// does so for benchmarks with a rotating root, `off` takes the count as it was given. The count is that of
/// -iter for the mode. At least 1.
[[nodiscard]] std::int64_t repetitions(const Settings& settings, const Benchmark& benchmark, int mode,
                                       const RepetitionFacts& facts);

/// A length that has been measured.
struct RanFacts {
  std::int64_t wanted = 1, ran = 1;   ///< repetitions: before -time has cut them, and as they were planned
  double loop_seconds = 0;            ///< what they might take
  double seconds_per_repetition = 0;  ///< as the loop has shown, slowest rank; 0: not known
};

/// The ceiling for the lengths after it, where `before` was that of its own. A count that -time has cut is
/// one, unless the loop has shown that twice as many would have kept to the time: then an interruption of the
/// probe has cut it, and the count that the loop stands for takes its place.
[[nodiscard]] std::int64_t ceiling_after(std::int64_t before, const RanFacts& facts);

/// How many of `count` repetitions fit into some seconds, at least one; all of them where a repetition's time
/// is not known.
[[nodiscard]] std::int64_t within_seconds(std::int64_t count, double seconds, double seconds_per_repetition);

/// The count before `-time` cuts it: what a probe need not exceed.
[[nodiscard]] std::int64_t wanted_repetitions(const Settings& settings, const Benchmark& benchmark, int mode,
                                              std::int64_t bytes, int processes);

}  // namespace sonde
