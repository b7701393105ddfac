#include "stats/stopping.hpp"

#include <algorithm>

#include "stats/interval.hpp"
#include "stats/order.hpp"

namespace sonde::stats {

namespace {

bool within(std::span<const double> batch_means, double precision) {
  if (batch_means.size() < least_batches) return false;
  const double effective = effective_number(batch_means);
  if (!interval_is_claimed(effective)) return false;
  const auto ascending = sorted(batch_means);
  const Interval interval = median_interval(ascending, effective);
  const double middle = quantile(ascending, 0.5);
  return interval.high - middle <= precision * middle && middle - interval.low <= precision * middle;
}

}  // namespace

bool steady(std::span<const double> batch_means) {
  constexpr std::size_t looked_at = 3;
  constexpr double agreement = 1.1;
  if (batch_means.size() < looked_at) return false;
  const auto [least, most] = std::ranges::minmax(batch_means.last(looked_at));
  return most <= agreement * least;
}

StopDecision precision_stop(std::span<const double> batch_means, double precision, double elapsed_seconds,
                            double limit_seconds) {
  const int have = static_cast<int>(batch_means.size());
  const int next = have < least_batches ? least_batches : have + (have + 3) / 4;
  if (within(batch_means, precision)) return {true, StopReason::precision_reached, have};
  if (elapsed_seconds >= limit_seconds) return {true, StopReason::precision_not_reached, have};
  return {false, StopReason::fixed_count, next};
}

}  // namespace sonde::stats
