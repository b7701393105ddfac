// How much runs differ: within a run, between runs, and where the next run will lie.
#pragma once
#include <span>

#include "stats/interval.hpp"
#include "stats/summary.hpp"

namespace sonde::stats {

/// What several runs of one case come to. Spreads are relative standard deviations (0.02 is 2 %).
struct RunSpread {
  double median = 0;         ///< of the runs' medians, seconds
  double within = 0;         ///< of the batch means of one run, from their quartiles, over 1.349
  double between = 0;        ///< of the runs' medians, beyond what the spread within explains
  double share_between = 0;  ///< between^2 / (within^2 + between^2); 0 when both are 0
  Interval next;             ///< where the median of the next run lies with 95 %; meaningful from two runs on
};

/// Splits the variance of the logarithms of the times. The part of the runs' variance that the spread within
/// a run explains is the mean square of each run's standard error, its 95 % interval over 3.92. At least one
/// run with a positive median.
[[nodiscard]] RunSpread spread_of(std::span<const Summary> runs);

/// 95 % interval of one more value: mean +- t s sqrt(1 + 1 / n) of the logarithms, t from Student's
/// distribution with n - 1 degrees of freedom. For one value the interval is that value.
[[nodiscard]] Interval next_value(std::span<const double> positive_values);

}  // namespace sonde::stats
