#include "stats/sign_flip.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "synthetic.hpp"

namespace sonde::stats {
namespace {

Cell cell(std::initializer_list<double> values) {
  Cell out;
  for (const double v : values) out.push_back({out.size(), v});
  return out;
}

double p_of(std::initializer_list<double> values) {
  return sign_flip_test(std::array{cell(values)}, 1)[0];
}

TEST(SignFlip, five_launches_are_the_fewest_that_prove) {
  EXPECT_EQ(p_of({0.2, 0.3, 0.25, 0.2}), 1);
  EXPECT_DOUBLE_EQ(p_of({0.2, 0.3, 0.25, 0.2, 0.22}), 1.0 / 32);
  EXPECT_DOUBLE_EQ(p_of({0.2, 0.3, 0.25, 0.2, -0.22}), 4.0 / 32);
  EXPECT_DOUBLE_EQ(p_of({-0.2, -0.3, -0.25, -0.2, -0.22}), 1);
  EXPECT_DOUBLE_EQ(p_of({0.2, 0.2, 0.2, 0.2, 0.2}), 1.0 / 32);
  EXPECT_EQ(p_of({0, 0, 0, 0, 0}), 1);
  EXPECT_TRUE(sign_flip_test({}, 1).empty());
}

TEST(SignFlip, what_lies_far_below_in_every_launch_is_no_rival) {
  const std::vector cells{cell({0.2, 0.3, 0.25, 0.2, 0.22}), cell({-2, -2.1, -1.9, -2, -2})};
  EXPECT_DOUBLE_EQ(sign_flip_test(cells, 1)[0], 1.0 / 32);
  EXPECT_DOUBLE_EQ(sign_flip_test(cells, 3)[0], 2.0 / 32);  // all signs flipped it lies above
  EXPECT_EQ(sign_flip_test(cells, 1)[1], 1);
  const std::vector once{cell({0.2, 0.3, 0.25, 0.2, 0.22}), cell({-2, -2.1, -0.9, -2, -2})};
  EXPECT_GE(sign_flip_test(once, 1)[0], 2.0 / 32);
}

TEST(SignFlip, a_cell_of_few_launches_proves_nothing_and_costs_the_others_nothing) {
  auto cells = std::vector{cell({0.2, 0.3, 0.25, 0.2, 0.22, 0.2, 0.2, 0.3, 0.2}), Cell()};
  for (std::size_t run = 6; run < 9; ++run) cells[1].push_back({run, 0.5});
  const auto p = sign_flip_test(cells, 1);
  EXPECT_EQ(p[1], 1);
  EXPECT_DOUBLE_EQ(p[0], 1.0 / 512);
}

TEST(SignFlip, of_many_launches_some_flips_are_drawn) {
  Cell many;
  for (std::size_t run = 0; run < 20; ++run) many.push_back({run, 0.1 + 0.01 * static_cast<double>(run)});
  EXPECT_LE(sign_flip_test(std::array{many}, 1)[0], 2.0 / 2000);
}

/// Cells at 0 of launches with effects of their own, one in ten of them wild.
int false_proofs(std::size_t launches, double noise) {
  synthetic::Source source(2000 + launches);
  int wrong = 0;
  for (int trial = 0; trial < 400; ++trial) {
    std::vector<Cell> cells(40);
    for (std::size_t run = 0; run < launches; ++run) {
      const double common = source.uniform() < 0.1 ? 3 * noise * source.normal() : noise * source.normal();
      for (Cell& one : cells) one.push_back({run, common + noise * source.normal()});
    }
    if (std::ranges::min(sign_flip_test(cells, std::log(1.5))) <= 0.05) ++wrong;
  }
  return wrong;
}

TEST(SignFlip, errs_anywhere_among_many_cells_as_seldom_as_it_says) {
  constexpr int bound = 31;  // of 400 with 5 % more in 1 % of all cases
  for (const double noise : {0.02, 0.2}) {
    EXPECT_LE(false_proofs(5, noise), bound);
    EXPECT_LE(false_proofs(8, noise), bound);
  }
}

TEST(SignFlip, launches_that_decide_grow_with_their_spread_and_the_tests) {
  const auto few = launches_to_decide(0.2, 0.1, 1, 200), many = launches_to_decide(0.2, 0.2, 100, 200);
  EXPECT_EQ(few, 5);
  ASSERT_TRUE(many);
  EXPECT_GT(*many, 10);
  EXPECT_EQ(launches_to_decide(0, 0.2, 100, 200), std::nullopt);
  EXPECT_EQ(launches_to_decide(0.2, 0, 100, 200), 5);
}

}  // namespace
}  // namespace sonde::stats
