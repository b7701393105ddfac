// How often a series without a drift is said to have one, and how often a drift is found.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "stats/batches.hpp"
#include "stats/order.hpp"
#include "synthetic.hpp"

namespace sonde::stats {
namespace {

using synthetic::Source;
using Draw = std::function<std::vector<double>(Source&, int)>;

/// The rule of the warning: a change of more than 5 %, steadier than the limit.
double share_said_to_drift(int batches, const Draw& draw) {
  constexpr int count = 2000;
  Source source(31u + static_cast<unsigned>(batches));
  int said = 0;
  for (int i = 0; i < count; ++i) {
    const auto series = draw(source, batches);
    const Summary s = summarise(series, {});
    said += std::abs(s.drift) > 0.05 && std::abs(s.trend) >= trend_limit(batches) ? 1 : 0;
  }
  return said / double{count};
}

/// Noise of 30 %, so that any trend also is a change of more than 5 %.
Draw wandering(double rho) {
  return [rho](Source& s, int n) {
    auto series = s.autoregressive(n, rho);
    for (double& x : series) x = std::exp(0.3 * x);
    return series;
  };
}

/// A warm-up that was too short: half as slow again at first, 2 % noise.
std::vector<double> warming_up(Source& s, int n) {
  int i = 0;
  return s.series(n, [&] { return (1 + 0.5 * std::exp(-5.0 * i++ / n)) * std::exp(0.02 * s.normal()); });
}

TEST(Drift, false_alarms_stay_below_one_percent_where_neighbours_depend_on_each_other) {
  for (const double rho : {0.0, 0.2, 0.5})
    for (const int batches : {8, 10, 16, 20, 30, 50, 100})
      EXPECT_LE(share_said_to_drift(batches, wandering(rho)), 0.01) << rho << ' ' << batches;
  EXPECT_LE(share_said_to_drift(50, wandering(0.8)), 0.05);
}

TEST(Drift, a_warm_up_that_was_too_short_is_found) {
  for (const int batches : {20, 30, 50}) EXPECT_GE(share_said_to_drift(batches, warming_up), 0.98) << batches;
}

TEST(Drift, the_limit_is_four_deviations_of_tau) {
  EXPECT_NEAR(trend_limit(20), 4 * std::sqrt(2.0 * 45 / (9.0 * 20 * 19)), 1e-12);
  EXPECT_DOUBLE_EQ(trend_limit(50), 0.5);
  EXPECT_GT(trend_limit(9), 1);
  EXPECT_GT(trend_limit(1), 1);
}

}  // namespace
}  // namespace sonde::stats
