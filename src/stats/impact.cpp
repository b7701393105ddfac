#include "stats/impact.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/contract.hpp"

namespace sonde::stats {

Impact impact_of(std::span<const double> isolated, std::span<const double> loaded) {
  EXPECTS(isolated.size() == loaded.size());
  std::vector<double> logs;
  for (std::size_t i = 0; i < isolated.size(); ++i)
    if (isolated[i] > 0 && loaded[i] > 0) logs.push_back(std::log(loaded[i] / isolated[i]));
  if (logs.empty()) return {};
  const auto n = static_cast<double>(logs.size());
  const double mean = std::accumulate(logs.begin(), logs.end(), 0.0) / n;
  Impact impact{.factor = std::exp(mean)};
  if (logs.size() < least_pairs) return impact;
  double squares = 0;
  for (const double log : logs) squares += (log - mean) * (log - mean);
  const double error = std::sqrt(squares / (n - 1) / n);
  const double reach = boost::math::quantile(boost::math::students_t(n - 1), 0.975) * error;
  impact.low = std::exp(mean - reach);
  impact.high = std::exp(mean + reach);
  return impact;
}

}  // namespace sonde::stats
