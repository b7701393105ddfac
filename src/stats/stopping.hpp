// When to stop warming up and when to stop measuring: pure decisions from what was measured so far.
#pragma once
#include <span>

#include "stats/summary.hpp"

namespace sonde::stats {

/// Whether the warm-up has become steady. `batch_means`: seconds per repetition of successive warm-up batches, each
/// twice as long as the one before (1, 2, 4, ... repetitions), slowest rank. Settled when there are three or
/// more and the last three lie within 10 % of one another (largest <= 1.1 x smallest). Doubling makes the
/// rule cheap (the last batch costs as much as all before it) and ever less noisy; the caller still ends the
/// warm-up at its limit.
[[nodiscard]] bool steady(std::span<const double> batch_means);

struct StopDecision {
  bool stop = false;
  StopReason reason = StopReason::fixed_count;  ///< meaningful when `stop`
  int next_look = 0;                            ///< batches to have before asking again
};

inline constexpr int least_batches = 8;  ///< no interval is believed before

/// The rule of -precision. Stops with precision_reached when the 95 % interval of the median of `batch_means`
/// lies within +-`precision` (a fraction) of the median and there are at least 8 batches and 6 effective
/// ones; else with precision_not_reached when `elapsed_seconds` >= `limit_seconds`. The caller runs batches
/// until there are `next_look` of them: looking after every batch would stop at the first lucky streak, so
/// looks lie a quarter apart (8, 10, 13, 17, 22, ...). Whoever runs out of time between two looks asks then.
[[nodiscard]] StopDecision precision_stop(std::span<const double> batch_means, double precision,
                                          double elapsed_seconds, double limit_seconds);

}  // namespace sonde::stats
