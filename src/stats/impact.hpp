// How many times longer something takes under a load, from pairs of phases without and with it.
#pragma once
#include <limits>
#include <span>

namespace sonde::stats {

/// A factor with its 95 % interval; no numbers where there are none.
struct Impact {
  double factor = std::numeric_limits<double>::quiet_NaN();
  double low = std::numeric_limits<double>::quiet_NaN(), high = std::numeric_limits<double>::quiet_NaN();
};

/// Fewer pairs give a factor without an interval.
inline constexpr int least_pairs = 4;

/// exp of the mean m of the logarithms of the n ratios loaded / isolated, and of m -+ t s / sqrt(n), t from
/// Student's distribution with n - 1 degrees of freedom. Pairs of which one is not above 0 do not count. Both
/// as long as each other.
[[nodiscard]] Impact impact_of(std::span<const double> isolated, std::span<const double> loaded);

}  // namespace sonde::stats
