#include "stats/histogram.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace sonde::stats {
namespace {

Histogram histogram_of(const std::vector<double>& seconds) {
  Histogram made;
  made.prepare();
  for (const double one : seconds) made.add(one);
  return made;
}

/// Times of calls: most alike, some far above.
std::vector<double> calls(std::size_t number, double typical, unsigned seed) {
  std::mt19937_64 random(seed);
  std::lognormal_distribution<double> body(std::log(typical), 0.4);
  std::vector<double> made;
  for (std::size_t i = 0; i < number; ++i) made.push_back(body(random) * (i % 500 == 0 ? 80 : 1));
  return made;
}

double exact(std::vector<double> values, double level) {
  std::ranges::sort(values);
  const auto rank = std::ceil(level * static_cast<double>(values.size()) - 1e-6);
  return values[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

TEST(Histogram, agrees_with_an_exact_sort_within_one_percent) {
  for (const double typical : {5e-9, 1e-6, 3.3e-3, 8.0})
    for (const std::size_t number : {1U, 2U, 10U, 3001U, 100'000U}) {
      const auto seconds = calls(number, typical, static_cast<unsigned>(number));
      const auto tail = tail_of(histogram_of(seconds));
      ASSERT_TRUE(tail);
      EXPECT_EQ(tail->calls, static_cast<std::int64_t>(number));
      for (const auto& q : tail->quantiles) {
        const double sorted = exact(seconds, q.level);
        EXPECT_NEAR(q.seconds, sorted, 0.01 * sorted) << number << " calls, " << q.level;
        EXPECT_LE(q.low.value_or(0), q.seconds);
        EXPECT_GE(q.high.value_or(q.seconds), q.seconds);
      }
    }
}

TEST(Histogram, has_bins_of_at_most_one_percent_from_a_nanosecond_to_a_thousand_seconds) {
  for (double seconds = 1e-9; seconds < 1000; seconds *= 1.003) {
    const auto bin = Histogram::bin_of(seconds);
    EXPECT_GE(Histogram::bin_of(seconds * 1.01), bin + 1) << seconds;
    EXPECT_LE(Histogram::bin_of(seconds * 1.003), bin + 1) << seconds;
    EXPECT_NEAR(histogram_of({seconds}).at_rank(1), seconds, 0.005 * seconds);
  }
}

TEST(Histogram, takes_what_no_clock_should_read) {
  EXPECT_EQ(Histogram::bin_of(0), 0U);
  EXPECT_EQ(Histogram::bin_of(-1e-6), 0U);
  EXPECT_EQ(Histogram::bin_of(std::numeric_limits<double>::quiet_NaN()), 0U);
  EXPECT_EQ(Histogram::bin_of(std::numeric_limits<double>::infinity()), Histogram::bins - 1);
  EXPECT_EQ(Histogram::bin_of(1e6), Histogram::bins - 1);
  EXPECT_EQ(histogram_of({0, 0, 1e-6}).at_rank(2), 0);
}

TEST(Histogram, merged_is_as_counted_together) {
  const auto first = calls(5000, 1e-6, 1), second = calls(700, 1e-4, 2);
  auto together = first;
  together.insert(together.end(), second.begin(), second.end());
  Histogram merged;
  merged.merge(histogram_of(first));
  merged.merge(Histogram());
  merged.merge(histogram_of(second));
  EXPECT_TRUE(std::ranges::equal(merged.counts(), histogram_of(together).counts()));
  EXPECT_EQ(merged.total(), 5700);
}

TEST(Tail, of_nothing_is_nothing) {
  EXPECT_FALSE(tail_of(Histogram()));
  EXPECT_FALSE(tail_of(histogram_of({})));
}

TEST(Tail, of_few_calls_has_no_last_quantile_and_open_ends) {
  const auto three = *tail_of(histogram_of({1e-6, 2e-6, 3e-6}));
  ASSERT_EQ(three.quantiles.size(), 3U);
  EXPECT_NEAR(*quantile_of(three, median_level), 2e-6, 2e-8);
  EXPECT_FALSE(three.quantiles[0].low);
  EXPECT_FALSE(three.quantiles[2].high);
  EXPECT_FALSE(quantile_of(three, p999_level));
  EXPECT_FALSE(quantile_of(*tail_of(histogram_of(calls(3000, 1e-6, 3))), p999_level));
  EXPECT_TRUE(quantile_of(*tail_of(histogram_of(calls(3001, 1e-6, 3))), p999_level));
}

TEST(Tail, is_scaled) {
  const auto counted = histogram_of(calls(4000, 1e-6, 4));
  const auto whole = *tail_of(counted), half = *tail_of(counted, 0.5);
  for (std::size_t i = 0; i < whole.quantiles.size(); ++i) {
    EXPECT_DOUBLE_EQ(half.quantiles[i].seconds, whole.quantiles[i].seconds / 2);
    EXPECT_DOUBLE_EQ(half.quantiles[i].low.value_or(0), whole.quantiles[i].low.value_or(0) / 2);
  }
}

/// As many steps as are allowed; edges of bins with exactly the calls that took so long or longer.
void expect_curve(std::vector<double> seconds, double scale) {
  const auto tail = *tail_of(histogram_of(seconds), scale);
  const auto& [at, above] = tail.curve;
  std::ranges::sort(seconds);
  ASSERT_EQ(at.size(), above.size());
  ASSERT_GE(at.size(), 2U);
  EXPECT_LE(at.size(), most_curve_points);
  EXPECT_EQ(above.front(), tail.calls);
  EXPECT_EQ(above.back(), 0);
  for (std::size_t i = 0; i < at.size(); ++i) {
    EXPECT_EQ(above[i], seconds.end() - std::ranges::lower_bound(seconds, at[i] / scale)) << at[i];
    EXPECT_TRUE(i == 0 || (at[i] > at[i - 1] && above[i] < above[i - 1])) << i;
  }
  for (const auto& q : tail.quantiles) {  // it lies on the step that the curve takes past its level
    const double longer = (1 - q.level) * static_cast<double>(tail.calls) + 1e-6;
    const auto past =
        std::ranges::find_if(above, [&](std::int64_t n) { return static_cast<double>(n) <= longer; });
    EXPECT_LE(q.seconds, at[static_cast<std::size_t>(past - above.begin())]) << q.level;
  }
}

TEST(TailCurve, counts_calls_exactly_in_few_steps) {
  for (const double typical : {5e-9, 1e-6, 1.0})
    for (const std::size_t number : {1U, 2U, 100U, 4000U, 100'000U})
      expect_curve(calls(number, typical, 5), 1);
  expect_curve(calls(5000, 1e-6, 6), 0.5);
}

TEST(TailCurve, takes_no_step_that_is_too_high_where_bins_are_finer) {
  const auto curve = curve_of(histogram_of(calls(1'000'000, 1e-6, 7)), 1);
  for (std::size_t i = 1; i + 1 < curve.above.size(); ++i) {
    const auto before = static_cast<double>(curve.above[i - 1]), after = static_cast<double>(curve.above[i]);
    EXPECT_TRUE(before - after < 0.03 * 1e6 || after / before > 0.7) << i;
    EXPECT_TRUE(after <= 20 || after / before > 0.6) << i;
  }
  EXPECT_GT(curve.above.size(), 60U);
}

TEST(TailCurve, of_equal_calls_and_of_calls_without_time_is_one_step) {
  const auto equal = curve_of(histogram_of(std::vector<double>(1000, 3e-6)), 1);
  EXPECT_EQ(equal.above, (std::vector<std::int64_t>{1000, 0}));
  EXPECT_NEAR(equal.seconds[1] / equal.seconds[0], 1, 1 / 128.0);
  const auto none = curve_of(histogram_of({0, 0}), 1);
  EXPECT_EQ(none.above, (std::vector<std::int64_t>{2, 0}));
  EXPECT_EQ(none.seconds[0], 0);
  EXPECT_EQ(curve_of(histogram_of({1e9}), 1).above, (std::vector<std::int64_t>{1, 0}));
}

TEST(QuantileRanks, by_hand) {
  // 10 fair coins: at most 1 head has 11/1024, at most 2 have 56/1024.
  EXPECT_EQ(quantile_ranks(10, 0.5).low, 2);
  EXPECT_EQ(quantile_ranks(10, 0.5).high, 9);
  // No value of 5 bounds a median with 2.5 % on each side: 1/32 is more.
  EXPECT_EQ(quantile_ranks(5, 0.5).low, 0);
  EXPECT_EQ(quantile_ranks(5, 0.5).high, 6);
  // Where 0.999^n is above 2.5 %, the largest may lie below the quantile.
  EXPECT_EQ(quantile_ranks(3600, 0.999).high, 3601);
  EXPECT_EQ(quantile_ranks(3700, 0.999).high, 3700);
  // Many: 1.96 standard deviations, 50 each.
  EXPECT_NEAR(static_cast<double>(quantile_ranks(10'000, 0.5).low), 5000 - 98, 1.5);
  EXPECT_NEAR(static_cast<double>(quantile_ranks(10'000, 0.5).high), 5000 + 98, 1.5);
  EXPECT_NEAR(static_cast<double>(quantile_ranks(100'000'000, 0.99).high), 99e6 + 1950, 3);
}

TEST(QuantileRanks, cover_the_quantile_of_the_population_in_95_of_100_samples) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform;
  for (const double level : {0.5, 0.9, 0.99}) {
    constexpr int samples = 4000, n = 500;
    const auto ends = quantile_ranks(n, level);
    int covered = 0;
    for (int sample = 0; sample < samples; ++sample) {
      int below = 0;  // so many of n lie below the quantile
      for (int i = 0; i < n; ++i) below += uniform(random) < level ? 1 : 0;
      covered += below >= ends.low && below < ends.high ? 1 : 0;
    }
    EXPECT_GE(covered, 0.94 * samples) << level;
    EXPECT_LE(covered, 0.99 * samples) << level;
  }
}

}  // namespace
}  // namespace sonde::stats
