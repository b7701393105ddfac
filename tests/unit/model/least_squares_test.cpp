#include "model/least_squares.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace sonde::model {
namespace {

// y = 1 + 2 x through (0, 1), (1, 3.3), (2, 4.7), (3, 7): slope 1.94, intercept 1.09, rss 0.162 by hand.
TEST(LeastSquares, line_worked_by_hand) {
  LinearProblem problem{.columns = 2};
  const double y[] = {1, 3.3, 4.7, 7};
  for (int i = 0; i < 4; ++i) problem.add({1, double(i)}, y[i], 1);
  const auto fit = solve(problem);
  ASSERT_TRUE(fit.has_value());
  EXPECT_NEAR(fit->value[0], 1.09, 1e-12);
  EXPECT_NEAR(fit->value[1], 1.94, 1e-12);
  EXPECT_NEAR(fit->rss, 0.162, 1e-12);
  EXPECT_NEAR(fit->error[1], std::sqrt(0.081 / 5), 1e-12);  // variance 0.162 / 2, sum (x - 1.5)^2 = 5
}

TEST(LeastSquares, weights_pull_towards_the_sure_points) {
  LinearProblem problem{.columns = 1};
  problem.add({1}, 1, 1);
  problem.add({1}, 4, 2);  // weights 1 and 1/4: mean (1 + 1) / 1.25
  EXPECT_NEAR(solve(problem)->value[0], 1.6, 1e-12);
}

TEST(LeastSquares, columns_that_cannot_be_told_apart_have_no_solution) {
  LinearProblem same{.columns = 2};
  for (int i = 0; i < 4; ++i) same.add({1, 2}, i, 1);
  EXPECT_FALSE(solve(same).has_value());
  LinearProblem few{.columns = 2};
  few.add({1, 2}, 1, 1);
  EXPECT_FALSE(solve(few).has_value());
}

TEST(LeastSquares, what_is_no_number_has_no_solution) {
  for (const double y : {std::nan(""), HUGE_VAL}) {
    LinearProblem problem{.columns = 1};
    problem.add({1}, y, 1);
    problem.add({1}, 1, 1);
    EXPECT_FALSE(solve(problem).has_value()) << y;
  }
  LinearProblem column{.columns = 1};
  column.add({HUGE_VAL}, 1, 1);
  column.add({1}, 1, 1);
  EXPECT_FALSE(solve(column).has_value());
}

// Means of (1, 3), (5, 7) and (9, 11) left out in turn: 8, 6 and 4; their sum of squares about 6 is 8, times
// 2 / 3.
TEST(LeastSquares, errors_by_group_worked_by_hand) {
  LinearProblem problem{.columns = 1};
  for (const double y : {1, 3, 5, 7, 9, 11}) problem.add({1}, y, 1);
  const auto error = errors_by_group(problem, std::vector{0, 0, 1, 1, 2, 2});
  ASSERT_EQ(error.size(), 1U);
  EXPECT_NEAR(error[0], std::sqrt(8 * 2.0 / 3), 1e-12);
  EXPECT_GT(error[0], solve(problem)->error[0]) << "points of a group deviate together";
  EXPECT_TRUE(errors_by_group(problem, std::vector{0, 0, 0, 1, 1, 1}).empty()) << "two groups tell nothing";
}

TEST(LeastSquares, no_errors_by_group_where_one_cannot_be_left_out) {
  LinearProblem problem{.columns = 2};
  for (const double x : {0, 0, 0, 1}) problem.add({1, x}, x, 1);
  EXPECT_TRUE(errors_by_group(problem, std::vector{0, 1, 2, 3}).empty());
}

TEST(Aicc, punishes_parameters_and_needs_points) {
  EXPECT_NEAR(aicc(10, 100, 10, 2), 10 * std::log(1.0) + 6 + 24.0 / 6, 1e-12);  // K = 3
  EXPECT_TRUE(std::isinf(aicc(10, 100, 4, 2)));
  EXPECT_TRUE(std::isfinite(aicc(0, 100, 10, 2)));
  EXPECT_TRUE(std::isfinite(aicc(10, 100, fewest_points_for_aicc(2), 2)));
  EXPECT_TRUE(std::isinf(aicc(10, 100, fewest_points_for_aicc(2) - 1, 2)));
}

TEST(Golden, finds_the_minimum_of_a_parabola) {
  EXPECT_NEAR(golden_minimum([](double x) { return (x - 0.3) * (x - 0.3); }, -1.0, 2.0, 1e-7), 0.3, 1e-6);
}

TEST(Student, factor_is_the_textbook_value) {
  EXPECT_NEAR(t_factor(10), 2.228, 1e-3);
  EXPECT_NEAR(t_factor(1000000), 1.96, 1e-3);
  EXPECT_TRUE(std::isinf(t_factor(0))) << "as many points as parameters tell nothing";
}

}  // namespace
}  // namespace sonde::model
