#include "stats/precision_rule.hpp"

#include <algorithm>
#include <cmath>

#include "stats/interval.hpp"
#include "stats/order.hpp"

namespace sonde::stats {

namespace {

bool within(std::span<const double> batch_means, double precision) {
  if (batch_means.size() < PrecisionRule::least_batches) return false;
  const double effective = effective_number(batch_means);
  if (!interval_is_claimed(effective)) return false;
  const auto ascending = sorted(batch_means);
  const Interval interval = median_interval(ascending, effective);
  const double middle = quantile(ascending, 0.5);
  return interval.high - middle <= precision * middle && middle - interval.low <= precision * middle;
}

/// How many batches of `each` seconds fit into `seconds`, at least one and at most `most`.
int batches_within(double seconds, double each, int most) {
  if (!(each > 0)) return most;
  return static_cast<int>(std::clamp(std::floor(seconds / each), 1.0, static_cast<double>(most)));
}

}  // namespace

PrecisionRule::PrecisionRule(const PrecisionLimits& limits) : limits_(limits) {
  if (!std::isfinite(limits_.seconds)) limits_.seconds = without_limit_seconds;
}

StopDecision PrecisionRule::ask(const LoopSoFar& loop) const {
  const int have = static_cast<int>(loop.batch_means.size());
  if (within(loop.batch_means, limits_.precision)) return {true, StopReason::precision_reached, have};
  const double left = limits_.seconds - loop.elapsed_seconds;
  if (have > 0 && left <= 0) return {true, StopReason::precision_not_reached, have};
  const double each = have > 0 ? loop.elapsed_seconds / have : limits_.batch_seconds;
  const int wish = have < least_batches ? least_batches - have : (have + 3) / 4;
  return {false, StopReason::precision_not_reached, have + batches_within(left, each, wish)};
}

}  // namespace sonde::stats
