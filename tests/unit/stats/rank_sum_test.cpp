#include "stats/rank_sum.hpp"

#include <gtest/gtest.h>

#include <array>

#include "synthetic.hpp"

namespace sonde::stats {
namespace {

TEST(RankSum, separated_fives_have_the_smallest_p_there_is) {
  const std::array<double, 5> low{1, 2, 3, 4, 5};
  const std::array<double, 5> high{6, 7, 8, 9, 10};
  EXPECT_DOUBLE_EQ(rank_sum_p(low, high), 2.0 / 252);
  EXPECT_DOUBLE_EQ(rank_sum_p(high, low), 2.0 / 252);
}

TEST(RankSum, by_hand_for_two_and_two) {
  // Of the 6 ways to choose ranks for {1, 3}, sum 4 or less or 6 or more: {1,2} {1,3} {2,4} {3,4}.
  EXPECT_DOUBLE_EQ(rank_sum_p(std::array{1.0, 3.0}, std::array{2.0, 4.0}), 4.0 / 6);
  // Ties: ranks 1 2.5 | 2.5 4; sums of pairs 3.5 3.5 5 5 6.5 6.5, the middle is 5.
  EXPECT_DOUBLE_EQ(rank_sum_p(std::array{1.0, 2.0}, std::array{2.0, 3.0}), 4.0 / 6);
}

TEST(RankSum, equal_or_missing_values_prove_nothing) {
  EXPECT_DOUBLE_EQ(rank_sum_p(std::array{1.0, 1.0}, std::array{1.0, 1.0}), 1);
  EXPECT_DOUBLE_EQ(rank_sum_p({}, std::array{1.0}), 1);
  EXPECT_DOUBLE_EQ(rank_sum_p(std::vector<double>(30, 1), std::vector<double>(30, 1)), 1);
}

TEST(RankSum, the_approximation_joins_the_exact_values) {
  synthetic::Source source(4);
  const auto a = source.series(20, [&] { return source.normal(); });
  auto b = source.series(20, [&] { return source.normal() + 0.6; });
  const double exact = rank_sum_p(a, b);
  b.push_back(0.6);  // 41 values
  EXPECT_NEAR(rank_sum_p(a, b), exact, 0.02);
}

// Values 0 to 6 four times each, the last only once, against 1 to 6 shifted by one: by the formula with ties,
// apart from here.
TEST(RankSum, the_approximation_corrects_for_ties) {
  std::vector<double> a, b;
  for (int i = 0; i < 25; ++i) a.push_back(i / 4);
  for (int i = 0; i < 21; ++i) b.push_back(i / 4 + 1);
  EXPECT_NEAR(rank_sum_p(a, b), 0.35361582980406314, 1e-12);
}

TEST(Shift, five_and_five_drop_two_differences_at_each_end) {
  const std::array<double, 5> a{0, 1, 2, 3, 4};
  const std::array<double, 5> b{10, 20, 30, 40, 50};
  const Shift shift = shift_between(a, b);
  EXPECT_EQ(shift.estimate, 28);
  EXPECT_EQ(shift.low, 8);                             // differences 6 7 8 ...
  EXPECT_EQ(shift.high, 48);                           // ... 48 49 50
  EXPECT_NEAR(shift.level, 1 - 2 * 4.0 / 252, 1e-12);  // U <= 2 in 1 + 1 + 2 of 252 ways
}

TEST(Shift, small_samples_say_which_level_they_reach) {
  const Shift three = shift_between(std::array{1.0, 2.0, 3.0}, std::array{2.0, 3.0, 4.0});
  EXPECT_EQ(three.low, -1);
  EXPECT_EQ(three.high, 3);
  EXPECT_NEAR(three.level, 0.9, 1e-12);
  const Shift one = shift_between(std::array{1.0}, std::array{3.0});
  EXPECT_EQ(one.estimate, 2);
  EXPECT_EQ(one.level, 0);
}

TEST(Shift, interval_holds_the_planted_shift_in_ninety_percent_and_more) {
  synthetic::Source source(12);
  for (const int runs : {4, 5, 10, 25}) {
    int held = 0;
    for (int i = 0; i < 1000; ++i) {
      const auto a = source.series(runs, [&] { return source.exponential(); });
      const auto b = source.series(runs, [&] { return source.exponential() + 1.5; });
      const Shift shift = shift_between(a, b);
      held += shift.low <= 1.5 && 1.5 <= shift.high ? 1 : 0;
    }
    EXPECT_GE(held, 920) << runs;
  }
}

TEST(Holm, by_hand) {
  const auto p = holm(std::array{0.01, 0.04, 0.03, 0.5});
  EXPECT_DOUBLE_EQ(p[0], 0.04);
  EXPECT_DOUBLE_EQ(p[2], 0.09);
  EXPECT_DOUBLE_EQ(p[1], 0.09);  // 2 x 0.04 is less than the one before it
  EXPECT_DOUBLE_EQ(p[3], 0.5);
  EXPECT_TRUE(holm({}).empty());
}

}  // namespace
}  // namespace sonde::stats
