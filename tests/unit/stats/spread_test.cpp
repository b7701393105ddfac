#include "stats/spread.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "synthetic.hpp"

namespace sonde::stats {
namespace {

Summary run(double median, double half_box = 0, double half_interval = 0) {
  Summary s;
  s.median = median;
  s.p25 = median * std::exp(-half_box);
  s.p75 = median * std::exp(half_box);
  s.ci_low = median * std::exp(-half_interval);
  s.ci_high = median * std::exp(half_interval);
  return s;
}

TEST(Spread, one_quiet_run) {
  const RunSpread s = spread_of(std::array{run(2e-6)});
  EXPECT_EQ(s.median, 2e-6);
  EXPECT_EQ(s.within, 0);
  EXPECT_EQ(s.between, 0);
  EXPECT_EQ(s.share_between, 0);
  EXPECT_EQ(s.next.low, 2e-6);
}

TEST(Spread, runs_that_differ_more_than_their_batches) {
  // Logarithms -0.1, 0, 0.1: variance 0.01. Quartiles 2 x 0.06745 apart: 10 % within; interval 2 x 0.098:
  // error 5 %.
  const RunSpread s = spread_of(std::array{run(std::exp(-0.1), 0.06745, 0.098), run(1, 0.06745, 0.098),
                                           run(std::exp(0.1), 0.06745, 0.098)});
  EXPECT_NEAR(s.within, 0.1, 1e-12);
  EXPECT_NEAR(s.between, std::sqrt(0.01 - 0.0025), 1e-12);
  EXPECT_NEAR(s.share_between, 0.0075 / 0.0175, 1e-12);
  EXPECT_NEAR(s.median, 1, 1e-12);
}

TEST(Spread, noise_within_explains_runs_that_hardly_differ) {
  EXPECT_EQ(spread_of(std::array{run(1, 0.1, 0.2), run(1.01, 0.1, 0.2)}).between, 0);
}

TEST(NextValue, by_hand_for_two) {
  // Logarithms 0 and 1: mean 0.5, s = sqrt(0.5), t(1) = 12.7062; reach 12.7062 sqrt(0.5 * 1.5).
  const Interval next = next_value(std::array{1.0, std::exp(1.0)});
  EXPECT_NEAR(std::log(next.high) - 0.5, 12.7062 * std::sqrt(0.75), 1e-4);
  EXPECT_NEAR(0.5 - std::log(next.low), 12.7062 * std::sqrt(0.75), 1e-4);
}

/// How often the interval from `runs` values holds one more.
double coverage(int runs, const std::function<double(synthetic::Source&)>& draw) {
  constexpr int count = 2000;
  synthetic::Source source(8);
  int held = 0;
  for (int i = 0; i < count; ++i) {
    const Interval next = next_value(source.series(runs, [&] { return draw(source); }));
    const double truth = draw(source);
    held += next.low <= truth && truth <= next.high ? 1 : 0;
  }
  return held / double{count};
}

TEST(NextValue, holds_the_next_run_in_ninety_percent) {
  using synthetic::Source;
  for (const int runs : {5, 10, 20}) {
    EXPECT_GE(coverage(runs, [](Source& s) { return std::exp(0.02 * s.normal()); }), 0.935) << runs;
    EXPECT_GE(
        coverage(runs, [](Source& s) { return (s.uniform() < 0.7 ? 1 : 2.4) * std::exp(0.02 * s.normal()); }),
        0.88)
        << runs;
    EXPECT_GE(coverage(runs, [](Source& s) { return 1 + 0.1 * s.exponential(); }), 0.90) << runs;
  }
}

}  // namespace
}  // namespace sonde::stats
