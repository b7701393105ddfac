#include "stats/interval.hpp"

#include <algorithm>
#include <cmath>

#include "base/contract.hpp"

namespace sonde::stats {

Interval median_interval(std::span<const double> ascending, double effective) {
  EXPECTS(!ascending.empty());
  constexpr double half_normal_95 = 0.98;  // 1.96 standard deviations of a fair coin
  constexpr double most_left_out = 3;  // with more, long series that wander slowly would be missed too often
  const auto n = static_cast<double>(ascending.size());
  const double place = std::floor(0.5 * (n + 1) - half_normal_95 * n / std::sqrt(std::max(effective, 1.0)));
  const double left_out = std::clamp(std::floor((n - 20) / 10), 0.0, most_left_out);
  const auto low = static_cast<std::size_t>(std::max(place, 1 + left_out)) - 1;
  return {ascending[low], ascending[ascending.size() - 1 - low]};
}

bool has_interval(const Summary& s) {
  const bool ends = std::isfinite(s.ci_low) && std::isfinite(s.ci_high) && s.ci_high > 0;
  return ends && (carry_interval(s.batches) || (s.batches == 0 && s.ci_high > s.ci_low));
}

bool interval_is_claimed(double effective) {
  return effective >= 6;
}

}  // namespace sonde::stats
