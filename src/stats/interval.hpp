// The interval of a median from order statistics, for values that may depend on their predecessors.
#pragma once
#include <span>

#include "stats/summary.hpp"

namespace sonde::stats {

struct Interval {
  double low = 0, high = 0;
};

/// 95 % interval of the median of the population that n ascending values come from, given how many
/// independent values they are worth (effective_number). Order statistics j and n + 1 - j, where
///   j = floor((n + 1) / 2 - 0.98 n / sqrt(effective))
/// (Le Boudec, Performance Evaluation of Computer and Communication Systems, 2.2, with the standard deviation
/// of the sample's rank widened by sqrt(n / effective)). Few effective values would make it [minimum,
/// maximum]; of 30, 40, 50 and more values the 1, 2, 3 outermost on each side are left out, so that single
/// interruptions do not set it. Below 6 effective values it is no 95 % interval: interval_is_claimed says
/// false.
[[nodiscard]] Interval median_interval(std::span<const double> ascending, double effective);

/// Whether so many effective values can carry a 95 % interval at all: 6 or more, as 2 (1/2)^n < 5 % needs.
[[nodiscard]] bool interval_is_claimed(double effective);

/// Whether so many batches have an interval: of one or two nothing tells how far the next would lie from
/// them.
[[nodiscard]] constexpr bool carry_interval(int batches) {
  return batches > 2;
}

/// Whether a summary has an interval. Older records have one of 0 width, or the two batches, where there is
/// none. A summary that does not know its batches has that which it names.
[[nodiscard]] bool has_interval(const Summary& summary);

}  // namespace sonde::stats
