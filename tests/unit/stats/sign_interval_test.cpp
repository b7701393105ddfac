#include "stats/sign_interval.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "stats/order.hpp"
#include "synthetic.hpp"

namespace sonde::stats {
namespace {

std::vector<double> up_to(int n) {
  std::vector<double> out(static_cast<std::size_t>(n));
  std::iota(out.begin(), out.end(), 1);
  return out;
}

TEST(SignInterval, four_values_have_none) {
  for (int n = 0; n < fewest_for_sign; ++n) EXPECT_EQ(sign_interval(up_to(n)).level, 0) << n;
}

// By hand: P(Binomial(5, 1/2) < 1) = 1/32; of 8 values P(< 2) = 9/256; of 7 values that is 8/128, too much.
TEST(SignInterval, ends_are_those_of_the_binomial_distribution) {
  const auto five = sign_interval(up_to(5)), seven = sign_interval(up_to(7)), eight = sign_interval(up_to(8));
  EXPECT_EQ(five.low, 1);
  EXPECT_EQ(five.high, 5);
  EXPECT_DOUBLE_EQ(five.level, 1 - 2.0 / 32);
  EXPECT_EQ(seven.low, 1);
  EXPECT_EQ(seven.high, 7);
  EXPECT_DOUBLE_EQ(seven.level, 1 - 2.0 / 128);
  EXPECT_EQ(eight.low, 2);
  EXPECT_EQ(eight.high, 7);
  EXPECT_DOUBLE_EQ(eight.level, 1 - 18.0 / 256);
}

TEST(SignInterval, each_end_is_passed_at_most_as_often_as_said) {
  synthetic::Source source(11);
  constexpr int trials = 4000;
  for (const int n : {5, 8, 13, 20}) {
    int below = 0, above = 0;
    for (int trial = 0; trial < trials; ++trial) {
      const auto interval =
          sign_interval(sorted(source.series(n, [&] { return std::exp(source.normal()); })));
      below += interval.low > 1 ? 1 : 0;
      above += interval.high < 1 ? 1 : 0;
    }
    constexpr double four_deviations = 0.014;
    EXPECT_LE(below, trials * (sign_tail + four_deviations)) << n;
    EXPECT_LE(above, trials * (sign_tail + four_deviations)) << n;
  }
}

TEST(ValuesToDecide, grow_towards_the_bound) {
  EXPECT_EQ(values_to_decide(0, 200), 5);
  const auto near = values_to_decide(0.3, 200), nearer = values_to_decide(0.4, 200);
  ASSERT_TRUE(near && nearer);
  EXPECT_GT(*near, 15);
  EXPECT_GT(*nearer, 3 * *near);
  EXPECT_FALSE(values_to_decide(0.49, 200));
  EXPECT_FALSE(values_to_decide(0.5, 200));
}

// The chance is 80 %: counted here by throwing values.
TEST(ValuesToDecide, decide_as_often_as_said) {
  synthetic::Source source(12);
  const double beyond = 0.2;
  const int n = values_to_decide(beyond, 200).value();
  const double bound = 0.8416212335729143;  // of which normal values lie beyond with 20 %
  int decided = 0;
  constexpr int trials = 2000;
  for (int trial = 0; trial < trials; ++trial)
    decided += sign_interval(sorted(source.series(n, [&] { return source.normal(); }))).high < bound;
  EXPECT_GT(decided, 0.76 * trials);
  EXPECT_LT(decided, 0.95 * trials);
}

}  // namespace
}  // namespace sonde::stats
