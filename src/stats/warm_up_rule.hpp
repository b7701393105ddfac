// When the warm-up of a case ends, and what it tells about the time of a repetition.
#pragma once
#include <cstdint>
#include <span>

namespace sonde::stats {

/// A round of warm-up repetitions, timed as a whole.
struct WarmUpRound {
  std::int64_t repetitions = 1;
  double seconds_per_repetition = 0;  ///< of the slowest rank

  [[nodiscard]] double seconds() const { return seconds_per_repetition * static_cast<double>(repetitions); }
};

struct WarmUpLimits {
  std::int64_t first = 1;        ///< repetitions of the first round
  std::int64_t repetitions = 1;  ///< in all rounds, as far as the first round and the clock allow
  bool no_warm_up = false;       ///< -warm_up off: one repetition, whatever it tells
  std::int64_t fixed =
      0;  ///< so many, as far as a tenth of the time allows, whether steady or not; 0: by the rule
  bool only_probe = false;   ///< files (guide 5.2.6): one repetition, two where the first may mislead
  std::int64_t wanted = 1;   ///< repetitions of the measured loop
  double loop_seconds = 10;  ///< what the measured loop may take; a tenth of it bounds the warm-up
  double read_seconds = 0;   ///< of the clock; 0: not known
};

/// Repetitions of the next round, 0 when there have been enough. Rounds double, 1, 2, 4, ..., up to `wanted`,
/// for which there is room in windows and files. The warm-up ends when it is steady, or with its repetitions,
/// or with its time, with two exceptions. Where repetitions are so short that the clock matters to the choice
/// of batches, rounds go on until they are steady or have lasted as long as 10^4 readings of the clock, the
/// longest round left out. And where the only round says that `wanted` do not fit into the time, it is
/// repeated once if both keep to that time. One interrupted repetition must decide neither.
[[nodiscard]] std::int64_t next_round(std::span<const WarmUpRound> rounds, const WarmUpLimits& limits);

/// The rounds are steady when there are three or more and the last three lie within 10 % of one another: the
/// largest is at most 1.1 times the smallest. Doubling makes the rule cheap (the last round costs as much as
/// all before it) and ever less noisy.
[[nodiscard]] bool is_steady(std::span<const WarmUpRound> rounds);

/// Seconds a repetition of the measured loop is thought to take: the median of the last three rounds, the
/// smaller of two, since an interruption only makes a round longer. There must be a round.
[[nodiscard]] double typical_seconds(std::span<const WarmUpRound> rounds);

/// The least it is thought to take, for the choice of batches: the fastest round. The very first repetitions
/// of all take up to twenty times as long as those that follow, so one or two of them tell no more than that.
[[nodiscard]] double least_seconds(std::span<const WarmUpRound> rounds);

}  // namespace sonde::stats
