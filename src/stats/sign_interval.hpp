// The median of independent values by counts alone: its exact interval, and how many values would decide on
// which side of a bound it is.
#pragma once
#include <optional>
#include <span>

namespace sonde::stats {

/// Of a median, from order statistics.
struct SignInterval {
  double low = 0, high = 0;
  double level = 0;  ///< its confidence; 0: so few values have no interval
};

/// Upper bound of the probability that the median of the population lies beyond one end. A claim on which
/// side of a bound it lies errs with at most this probability, since only one of the two ends can be wrong.
inline constexpr double sign_tail = 0.05;

/// The fewest values that have an interval: (1/2)^5 is 3 %.
inline constexpr int fewest_for_sign = 5;

/// Values j and n + 1 - j of n ascending ones, j the largest for which P(Binomial(n, 1/2) < j) <= sign_tail.
/// It holds for any distribution of values that do not depend on each other.
[[nodiscard]] SignInterval sign_interval(std::span<const double> ascending);

/// The fewest values whose interval leaves out a bound with a chance of 80 %, where a share `beyond` of the
/// population lies beyond that bound, on the other side from its median; nothing where that takes more than
/// `most`.
[[nodiscard]] std::optional<int> values_to_decide(double beyond, int most);

}  // namespace sonde::stats
