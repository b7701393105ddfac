// From clock readings to the numbers that are summarised.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "stats/slowest.hpp"
#include "stats/summary.hpp"

namespace sonde::stats {

/// What the loop knows beside the batch means.
struct LoopFacts {
  /// The guide's number in seconds (5.2.8.1): the whole loop of the slowest rank over all its repetitions,
  /// which is not the mean of the batch means where batches differ in length.
  double mean = 0;
  std::int64_t repetitions = 0;
  std::int64_t warm_up = 0;
  StopReason stop_reason = StopReason::fixed_count;
  int ranks = 0;                       ///< of the group
  std::span<const Slowest> slowest{};  ///< per batch, over the group's ranks, seconds; empty: not known
  std::span<const std::int64_t> batch_repetitions{};  ///< empty: all batches are equally long
  std::span<const double>
      rank_averages{};  ///< per batch, the mean over the ranks of what batch_means holds the largest of
};

/// Seconds per repetition of each batch: duration / length x scale. `seconds` and `repetitions` have one
/// entry a batch, every length is at least 1; `scale` is 0.5 where half a round trip is reported
/// (guide 3.3.2.1).
[[nodiscard]] std::vector<double> batch_means(std::span<const double> seconds,
                                              std::span<const std::int64_t> repetitions, double scale = 1);

/// Everything the table of a case says about its batches. `batch_means`: seconds per repetition in the order
/// of time, the largest over the ranks. Without batches all times are those of `facts.mean`.
[[nodiscard]] Summary summarise(std::span<const double> batch_means, const LoopFacts& facts);

enum class Of { shorter, longer };

/// Overlap of computation and transfers in percent (guide 4.2.5.2): (t_pure + t_CPU - t_ovrl) / min(t_pure,
/// t_CPU), or over the longer of the two (later suites), clipped to 0..100. 0 when either time is not
/// positive.
[[nodiscard]] double overlap_percent(double pure_seconds, double cpu_seconds, double overlapped_seconds,
                                     Of of = Of::shorter);

}  // namespace sonde::stats
