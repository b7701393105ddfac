#include "stats/order.hpp"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <utility>
#include <vector>

#include "stats/interval.hpp"

namespace sonde::stats {
namespace {

TEST(Quantile, is_linear_between_order_statistics) {
  const std::array<double, 4> values{1, 2, 4, 8};
  EXPECT_DOUBLE_EQ(quantile(values, 0), 1);
  EXPECT_DOUBLE_EQ(quantile(values, 0.5), 3);
  EXPECT_DOUBLE_EQ(quantile(values, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(quantile(values, 1), 8);
  EXPECT_DOUBLE_EQ(median(std::array{5.0, 1.0, 3.0}), 3);
}

TEST(Ranks, ties_share_the_mean) {
  EXPECT_EQ(ranks(std::array{3.0, 1.0, 3.0, 2.0}), (std::vector<double>{3.5, 1, 3.5, 2}));
  EXPECT_TRUE(ranks({}).empty());
}

TEST(RankAutocorrelation, by_hand_for_eight_rising_values) {
  // Ranks 1..8 about 4.5: products 26.25, squares 42; (8 * 0.625 + 1) / 4 = 1.5, limited to 0.99.
  EXPECT_DOUBLE_EQ(rank_autocorrelation(std::array{1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0}), 0.99);
  // 1 5 2 6 3 7 4 8: products -15.75; (8 * -15.75 / 42 + 1) / 4.
  EXPECT_DOUBLE_EQ(rank_autocorrelation(std::array{1.0, 5.0, 2.0, 6.0, 3.0, 7.0, 4.0, 8.0}), -0.5);
}

TEST(RankAutocorrelation, is_zero_where_nothing_can_be_said) {
  EXPECT_EQ(rank_autocorrelation(std::array{1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0}), 0);
  EXPECT_EQ(rank_autocorrelation(std::vector<double>(20, 1.5)), 0);
  EXPECT_EQ(rank_autocorrelation({}), 0);
}

TEST(EffectiveNumber, shrinks_with_dependence_and_never_grows) {
  EXPECT_DOUBLE_EQ(effective_number(30, 0.5), 10);
  EXPECT_DOUBLE_EQ(effective_number(30, -0.5), 30);
  EXPECT_DOUBLE_EQ(effective_number(3, 0.9), 1);
}

TEST(Trend, counts_pairs) {
  EXPECT_DOUBLE_EQ(trend(std::array{1.0, 2.0, 3.0}), 1);
  EXPECT_DOUBLE_EQ(trend(std::array{3.0, 2.0, 1.0}), -1);
  EXPECT_DOUBLE_EQ(trend(std::array{1.0, 3.0, 2.0}), 1.0 / 3);
  EXPECT_EQ(trend(std::array{1.0}), 0);
  std::vector<double> longer(5000);
  std::iota(longer.begin(), longer.end(), 0.0);
  EXPECT_DOUBLE_EQ(trend(longer), 1);
}

TEST(MedianInterval, takes_the_tabled_order_statistics) {
  std::vector<double> values(20);
  std::iota(values.begin(), values.end(), 1.0);
  const Interval independent = median_interval(values, 20);  // binomial table: 6 and 15 for n = 20
  EXPECT_EQ(independent.low, 6);
  EXPECT_EQ(independent.high, 15);
  const Interval dependent = median_interval(values, 10);  // 10.5 - 0.98 * 20 / sqrt(10) = 4.3
  EXPECT_EQ(dependent.low, 4);
  EXPECT_EQ(dependent.high, 17);
  const Interval few = median_interval(values, 2);
  EXPECT_EQ(few.low, 1);
  EXPECT_EQ(few.high, 20);
}

TEST(MedianInterval, of_many_dependent_values_leaves_the_outermost_out) {
  const std::array<std::pair<int, int>, 4> tabled{{{20, 1}, {30, 2}, {50, 4}, {1000, 4}}};
  for (const auto& [count, outermost] : tabled) {
    std::vector<double> values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), 1.0);
    const Interval interval = median_interval(values, 1);
    EXPECT_EQ(interval.low, outermost) << count;
    EXPECT_EQ(interval.high, count + 1 - outermost) << count;
  }
}

TEST(MedianInterval, fewer_than_six_values_cannot_carry_it) {
  EXPECT_FALSE(interval_is_claimed(5));
  EXPECT_TRUE(interval_is_claimed(6));
}

}  // namespace
}  // namespace sonde::stats
