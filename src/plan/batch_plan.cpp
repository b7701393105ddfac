#include "plan/batch_plan.hpp"

#include <algorithm>
#include <cmath>

#include "base/contract.hpp"

namespace sonde {

namespace {

constexpr std::int64_t most_batches = 50;
constexpr double reads_per_batch =
    200;  ///< a batch is thought to last as long as this many reads of the clock
constexpr double reads_per_single = 1e4;  ///< a repetition this long is a batch of its own
constexpr std::int64_t most_singles = 1000;

std::int64_t batches_of(std::int64_t repetitions, std::int64_t count) {
  return (repetitions - 1) / count + 1;
}

/// Repetitions that last long enough for one read of the clock; never more than there are.
std::int64_t clock_length(std::int64_t repetitions, double seconds_per_repetition, double read) {
  if (!(seconds_per_repetition > 0)) return 1;
  const double least = std::ceil(reads_per_batch * read / seconds_per_repetition);
  return least < static_cast<double>(repetitions)
             ? std::max<std::int64_t>(1, static_cast<std::int64_t>(least))
             : repetitions;
}

}  // namespace

Batches plan_batches(std::int64_t repetitions, std::int64_t multiple_of, double seconds_per_repetition,
                     const ClockFacts& clock) {
  EXPECTS(repetitions >= 1 && multiple_of >= 1);
  const double read = std::max(clock.cost_seconds, clock.resolution_seconds);
  const bool is_long = read > 0 && seconds_per_repetition >= reads_per_single * read;
  std::int64_t length = batches_of(repetitions, is_long ? most_singles : most_batches);
  length = std::max(length, clock_length(repetitions, seconds_per_repetition, read));
  length = std::min(batches_of(length, multiple_of), std::max<std::int64_t>(1, repetitions / multiple_of)) *
           multiple_of;
  length = std::min(length, repetitions);
  const std::int64_t count = repetitions / length;
  return {count, length, repetitions - (count - 1) * length};
}

}  // namespace sonde
