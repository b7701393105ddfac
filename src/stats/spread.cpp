#include "stats/spread.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <vector>

#include "base/contract.hpp"
#include "stats/order.hpp"

namespace sonde::stats {

namespace {

struct Normal {
  double mean = 0;
  double variance = 0;  ///< 0 for one value
};

Normal normal_of(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  Normal out;
  for (const double x : values) out.mean += x / n;
  for (const double x : values) out.variance += (x - out.mean) * (x - out.mean) / std::max(1.0, n - 1);
  return out;
}

std::vector<double> logarithms(std::span<const double> values) {
  std::vector<double> out;
  for (const double x : values) out.push_back(std::log(x));
  return out;
}

double log_ratio(double high, double low) {
  return low > 0 && high > low ? std::log(high / low) : 0;
}

}  // namespace

RunSpread spread_of(std::span<const Summary> runs) {
  EXPECTS(!runs.empty());
  constexpr double quartiles_of_normal = 1.349;
  constexpr double interval_of_normal = 3.92;
  const auto n = static_cast<double>(runs.size());
  std::vector<double> medians;
  double within = 0;
  double error = 0;
  for (const Summary& run : runs) {
    EXPECTS(run.median > 0);
    medians.push_back(run.median);
    within += std::pow(log_ratio(run.p75, run.p25) / quartiles_of_normal, 2) / n;
    error += std::pow(log_ratio(run.ci_high, run.ci_low) / interval_of_normal, 2) / n;
  }
  const double between = std::max(0.0, normal_of(logarithms(medians)).variance - error);
  RunSpread out;
  out.median = median(medians);
  out.within = std::sqrt(within);
  out.between = std::sqrt(between);
  out.share_between = within + between > 0 ? between / (within + between) : 0;
  out.next = next_value(medians);
  return out;
}

Interval next_value(std::span<const double> positive_values) {
  EXPECTS(!positive_values.empty());
  const Normal normal = normal_of(logarithms(positive_values));
  const auto n = static_cast<double>(positive_values.size());
  if (n < 2) return {positive_values[0], positive_values[0]};
  const double t = boost::math::quantile(boost::math::students_t(n - 1), 0.975);
  const double reach = t * std::sqrt(normal.variance * (1 + 1 / n));
  return {std::exp(normal.mean - reach), std::exp(normal.mean + reach)};
}

}  // namespace sonde::stats
