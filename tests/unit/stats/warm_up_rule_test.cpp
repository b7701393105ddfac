#include "stats/warm_up_rule.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace sonde::stats {
namespace {

using Rounds = std::vector<WarmUpRound>;

/// A warm-up on a machine whose n-th repetition takes cost(n): its rounds.
template <class Cost>
Rounds warm_up(const WarmUpLimits& limits, const Cost& cost) {
  Rounds rounds;
  std::int64_t done = 0;
  while (const auto next = next_round(rounds, limits)) {
    double seconds = 0;
    for (std::int64_t i = 0; i < next; ++i) seconds += cost(done++);
    rounds.push_back({next, seconds / static_cast<double>(next)});
  }
  return rounds;
}

std::int64_t repetitions(const Rounds& rounds) {
  std::int64_t sum = 0;
  for (const auto& round : rounds) sum += round.repetitions;
  return sum;
}

constexpr auto always_1us = [](std::int64_t) { return 1e-6; };

TEST(IsSteady, needs_three_rounds_within_ten_percent) {
  const auto of = [](std::vector<double> means) {
    Rounds rounds;
    for (const double mean : means) rounds.push_back({1, mean});
    return is_steady(rounds);
  };
  EXPECT_FALSE(of({}));
  EXPECT_FALSE(of({1.0, 1.0}));
  EXPECT_FALSE(of({9.0, 1.2, 1.0}));
  EXPECT_FALSE(of({9.0, 1.2, 1.0, 1.05}));
  EXPECT_TRUE(of({9.0, 1.2, 1.0, 1.05, 1.09}));
  EXPECT_FALSE(of({1.0, 1.0, 1.12}));
}

TEST(WarmUp, doubles_its_rounds_until_they_are_steady) {
  const auto rounds = warm_up({.first = 4, .repetitions = 1000, .wanted = 10000}, always_1us);
  ASSERT_EQ(rounds.size(), 3U);
  EXPECT_EQ(rounds[2].repetitions, 16);
}

TEST(WarmUp, ends_with_its_repetitions) {
  const auto slower = [](std::int64_t n) { return 1e-6 * static_cast<double>(n + 1); };
  EXPECT_EQ(repetitions(warm_up({.repetitions = 100, .wanted = 1000}, slower)), 63);
}

TEST(WarmUp, ends_with_a_tenth_of_the_time) {
  const auto slower = [](std::int64_t n) { return 0.1 * static_cast<double>(n + 1); };
  EXPECT_EQ(warm_up({.repetitions = 1000, .wanted = 10, .loop_seconds = 10}, slower).size(), 3U);  // 2.8 s
}

TEST(WarmUp, has_no_round_longer_than_the_loop) {
  const auto slower = [](std::int64_t n) { return 1e-6 * static_cast<double>(n + 1); };
  for (const auto& round : warm_up({.repetitions = 500, .wanted = 50}, slower))
    EXPECT_LE(round.repetitions, 50);
}

TEST(WarmUp, of_files_is_one_repetition_or_two_short_ones) {
  EXPECT_EQ(repetitions(warm_up({.only_probe = true, .wanted = 50, .read_seconds = 3e-8}, always_1us)), 2);
  const auto slow = [](std::int64_t) { return 0.1; };
  EXPECT_EQ(repetitions(warm_up({.only_probe = true, .wanted = 50, .read_seconds = 3e-8}, slow)), 1);
}

TEST(WarmUp, of_a_fixed_number_is_that_many_whether_steady_or_not) {
  EXPECT_EQ(repetitions(warm_up({.fixed = 100, .wanted = 1000}, always_1us)), 100);
  EXPECT_EQ(repetitions(warm_up({.fixed = 1, .wanted = 1000}, always_1us)), 1);
  const auto slow = [](std::int64_t) { return 0.1; };
  EXPECT_EQ(repetitions(warm_up({.fixed = 100, .wanted = 1000, .loop_seconds = 10}, slow)), 11);
}

TEST(WarmUp, switched_off_is_one_repetition) {
  EXPECT_EQ(repetitions(warm_up({.no_warm_up = true, .wanted = 50, .read_seconds = 3e-8}, always_1us)), 1);
}

TEST(WarmUp, goes_on_where_cold_calls_would_choose_the_batches) {
  const auto cold = [](std::int64_t n) { return n < 4 ? 5e-6 : 2e-7; };
  const auto rounds = warm_up({.first = 4, .repetitions = 5, .wanted = 50, .read_seconds = 3e-8}, cold);
  EXPECT_NEAR(least_seconds(rounds), 2e-7, 1e-9);
  EXPECT_TRUE(is_steady(rounds));
}

TEST(WarmUp, does_not_go_on_where_repetitions_are_long_against_the_clock) {
  const auto slow = [](std::int64_t n) { return n % 2 == 0 ? 1e-3 : 2e-3; };
  EXPECT_EQ(repetitions(warm_up({.repetitions = 5, .wanted = 50, .read_seconds = 3e-8}, slow)), 3);
}

TEST(WarmUp, ends_although_it_is_never_steady) {
  const auto restless = [](std::int64_t n) { return n % 3 == 0 ? 2e-7 : 9e-7; };
  const auto rounds = warm_up({.repetitions = 1, .wanted = 2, .read_seconds = 3e-8}, restless);
  EXPECT_LT(repetitions(rounds), 2000);
}

TEST(WarmUp, lets_no_single_interruption_cut_the_count) {
  for (const double long_one : {2.0, 4.9})
    EXPECT_LT(typical_seconds(warm_up({.repetitions = 100, .wanted = 1000, .loop_seconds = 10},
                                      [=](std::int64_t n) { return n == 0 ? long_one : 1e-5; })),
              1e-4)
        << long_one;
  const auto late = [](std::int64_t n) { return n == 10 ? 0.9 : 1e-5; };
  EXPECT_LT(typical_seconds(warm_up({.repetitions = 100, .wanted = 1000, .loop_seconds = 10}, late)), 1e-4);
}

TEST(WarmUp, lets_no_single_interruption_choose_the_batches) {
  const auto hiccup = [](std::int64_t n) { return n == 0 ? 1e-3 : 2e-7; };
  for (const bool files : {false, true}) {
    const auto rounds =
        warm_up({.repetitions = 5, .only_probe = files, .wanted = 50, .read_seconds = 3e-8}, hiccup);
    EXPECT_LE(least_seconds(rounds), 2e-7 * 1.01);
  }
}

TEST(WarmUp, does_not_repeat_what_takes_more_than_half_the_time) {
  const auto slow = [](std::int64_t) { return 6.0; };
  EXPECT_EQ(repetitions(warm_up({.repetitions = 100, .wanted = 1000, .loop_seconds = 10}, slow)), 1);
}

TEST(WarmUp, takes_the_first_two_repetitions_for_slower_than_the_others) {
  EXPECT_DOUBLE_EQ(least_seconds(Rounds{{1, 2e-5}}), 1e-6);
  EXPECT_DOUBLE_EQ(least_seconds(Rounds{{1, 2e-5}, {1, 4e-6}}), 2e-7);
  EXPECT_DOUBLE_EQ(least_seconds(Rounds{{1, 2e-5}, {2, 4e-6}}), 4e-6);
  EXPECT_DOUBLE_EQ(least_seconds(Rounds{{4, 2e-5}}), 2e-5);
  EXPECT_DOUBLE_EQ(typical_seconds(Rounds{{1, 2e-5}}), 2e-5);
}

}  // namespace
}  // namespace sonde::stats
