// In which batches the clock is read within one loop.
#pragma once
#include <cstdint>

namespace sonde {

/// `count` batches, all of `length` repetitions but the last, which has `last`.
struct Batches {
  std::int64_t count = 1;
  std::int64_t length = 1;
  std::int64_t last = 1;

  [[nodiscard]] std::int64_t repetitions() const { return (count - 1) * length + last; }
};

/// What is known of the clock; 0: not known.
struct ClockFacts {
  double cost_seconds = 0;        ///< of one read
  double resolution_seconds = 0;  ///< smallest step
};

/// Splits a loop of `repetitions` into 20 to 50 batches where that many are possible. The length of a batch
/// is a multiple of `multiple_of` (P where the root rotates, so that batches are alike), a read of the clock
/// costs 0.5 % of it by what is known and so less than 1 % even of a loop that runs twice as fast, and it is
/// one repetition (or `multiple_of`) when a repetition is long against the clock. Fewer repetitions than two
/// such batches are one batch. What does not divide is in the last batch, which is never shorter than the
/// others. `seconds_per_repetition` of 0: not known, the length follows from the count alone.
[[nodiscard]] Batches plan_batches(std::int64_t repetitions, std::int64_t multiple_of,
                                   double seconds_per_repetition, const ClockFacts& clock);

}  // namespace sonde
