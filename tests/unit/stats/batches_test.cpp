#include "stats/batches.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "stats/interval.hpp"

namespace sonde::stats {
namespace {

TEST(Batches, means_are_scaled_durations_over_lengths) {
  const std::array<double, 2> seconds{8.0, 3.0};
  const std::array<std::int64_t, 2> lengths{4, 1};
  EXPECT_EQ(batch_means(seconds, lengths, 0.5), (std::vector<double>{1.0, 1.5}));
}

TEST(Summarise, quantiles_of_twenty_one_batches) {
  std::vector<double> means;
  for (int i = 0; i < 21; ++i) means.push_back(1 + (8 * i) % 21);  // 1..21, shuffled
  const Summary s = summarise(means, {.mean = 11.5, .repetitions = 210, .warm_up = 7});
  EXPECT_EQ(s.median, 11);
  EXPECT_EQ(s.p5, 2);
  EXPECT_EQ(s.p25, 6);
  EXPECT_EQ(s.p75, 16);
  EXPECT_EQ(s.p95, 20);
  EXPECT_EQ(s.min, 1);
  EXPECT_EQ(s.max, 21);
  EXPECT_EQ(s.mean, 11.5);
  EXPECT_EQ(s.repetitions, 210);
  EXPECT_EQ(s.warm_up, 7);
  EXPECT_EQ(s.batches, 21);
  EXPECT_EQ(s.modes.size(), 1u);
}

TEST(Summarise, one_batch_or_none_is_not_an_error) {
  const std::array<double, 1> one{3e-6};
  const Summary s = summarise(one, {.mean = 3e-6, .repetitions = 1});
  EXPECT_EQ(s.median, 3e-6);
  EXPECT_FALSE(has_interval(s));
  EXPECT_EQ(s.effective_batches, 1);
  const Summary none = summarise({}, {.mean = 2e-6});
  EXPECT_EQ(none.median, 2e-6);
  EXPECT_EQ(none.batches, 0);
  EXPECT_FALSE(has_interval(none));
  EXPECT_TRUE(none.modes.empty());
}

TEST(Summarise, one_or_two_batches_have_no_interval) {
  const std::array<double, 3> means{1e-6, 3e-6, 2e-6};
  for (std::size_t n = 1; n <= 3; ++n)
    EXPECT_EQ(has_interval(summarise(std::span(means).first(n), {})), n == 3) << n;
  Summary older{.median = 2e-6, .ci_low = 1e-6, .ci_high = 3e-6, .batches = 2};
  EXPECT_FALSE(has_interval(older)) << "the two batches themselves";
  older.batches = 3;
  EXPECT_TRUE(has_interval(older));
  older.ci_low = std::nan("");
  EXPECT_FALSE(has_interval(older));
}

TEST(Summarise, names_the_rank_that_was_slowest_most_often) {
  const std::array<double, 5> means{1, 1, 1, 1, 1};
  const std::array<Slowest, 5> slowest{{{1, 0, 0.9}, {1, 3, 0.8}, {1, 3, 0.5}, {1, 1, 0.9}, {1, 3, 1}}};
  const Summary s = summarise(means, {.slowest = slowest});
  EXPECT_EQ(s.slowest_rank, 3);
  EXPECT_DOUBLE_EQ(s.slowest_share, 0.6);
  EXPECT_DOUBLE_EQ(s.slowest_lead.value(), 0);  // median of 0.25, 1, 0 and of twice another rank
  EXPECT_FALSE(s.slowest_chance);
  const std::vector<double> varied{1.1,  1.0, 1.3, 0.9, 1.2, 1.05, 0.95, 1.15,
                                   1.25, 1.0, 1.1, 0.9, 1.3, 1.2,  1.0,  1.1};
  const std::vector<Slowest> always(varied.size(), {1, 3, 0.5});
  EXPECT_LT(summarise(varied, {.ranks = 4, .slowest = always}).slowest_chance.value(), 1e-3);
  const std::array<Slowest, 1> only{{{1, 0}}};
  EXPECT_FALSE(summarise(std::array{1.0}, {.slowest = only}).slowest_lead);
  EXPECT_EQ(summarise(means, {}).slowest_rank, -1);
  EXPECT_FALSE(summarise(means, {}).slowest_excess);
  const std::array<double, 5> averages{0.5, 0.8, 0.8, 0.9, 0.8};
  EXPECT_DOUBLE_EQ(summarise(means, {.rank_averages = averages}).slowest_excess.value(), 0.25);
}

TEST(Summarise, drift_compares_thirds_and_ignores_one_slow_batch) {
  std::vector<double> rising;
  for (int i = 0; i < 30; ++i) rising.push_back(10 + i);
  const Summary s = summarise(rising, {});
  EXPECT_DOUBLE_EQ(s.drift, 34.5 / 14.5 - 1);
  EXPECT_DOUBLE_EQ(s.trend, 1);
  std::vector<double> spike(30, 10.0);
  spike[29] = 1000;
  EXPECT_EQ(summarise(spike, {}).drift, 0);
}

TEST(Overlap, follows_the_formula_and_is_clipped) {
  EXPECT_DOUBLE_EQ(overlap_percent(4, 2, 4), 100);  // the shorter is hidden entirely
  EXPECT_DOUBLE_EQ(overlap_percent(4, 2, 5), 50);
  EXPECT_DOUBLE_EQ(overlap_percent(4, 2, 6), 0);
  EXPECT_DOUBLE_EQ(overlap_percent(4, 2, 9), 0);
  EXPECT_DOUBLE_EQ(overlap_percent(4, 2, 1), 100);
  EXPECT_DOUBLE_EQ(overlap_percent(0, 2, 1), 0);
  EXPECT_DOUBLE_EQ(overlap_percent(4, 2, 4, Of::longer), 50);
  EXPECT_DOUBLE_EQ(overlap_percent(2, 4, 5, Of::longer), 25);
  EXPECT_DOUBLE_EQ(overlap_percent(0, 2, 1, Of::longer), 0);
  EXPECT_DOUBLE_EQ(overlap_percent(std::nan(""), 2, 1), 0);
}

}  // namespace
}  // namespace sonde::stats
