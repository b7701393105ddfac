// How far values spread, told by their middle: a few wild ones do not move it.
#pragma once
#include <cmath>
#include <vector>

#include "stats/order.hpp"

namespace sonde::stats {

/// 1.4826 times the median absolute deviation, which is the standard deviation of normal values; 0 for none.
/// `deviations`:
/// from what the values have in common.
[[nodiscard]] inline double robust_spread(std::vector<double> deviations) {
  constexpr double of_normal = 1.4826;
  if (deviations.empty()) return 0;
  for (double& deviation : deviations) deviation = std::abs(deviation);
  return of_normal * median(deviations);
}

}  // namespace sonde::stats
