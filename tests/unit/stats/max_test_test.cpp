#include "stats/max_test.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "synthetic.hpp"

namespace sonde::stats {
namespace {

constexpr auto B = Side::base;
constexpr auto F = Side::fresh;

Cell cell(std::initializer_list<double> values) {
  Cell out;
  for (const double v : values) out.push_back({out.size(), v});
  return out;
}

TEST(MaxTest, one_separated_cell_of_four_and_four) {
  const std::array<Side, 8> sides{B, B, B, B, F, F, F, F};
  const std::array<Cell, 1> cells{cell({1, 2, 3, 4, 11, 12, 13, 14})};
  EXPECT_DOUBLE_EQ(max_test(sides, cells).p[0], 2.0 / 70);
  EXPECT_DOUBLE_EQ(least_p(4, 4), 2.0 / 70);
}

TEST(MaxTest, small_samples_and_equal_values_prove_nothing) {
  const std::array<Side, 2> two{B, F};
  EXPECT_EQ(max_test(two, std::array{cell({1, 2})}).p[0], 1);
  EXPECT_EQ(least_p(1, 1), 1);
  EXPECT_DOUBLE_EQ(least_p(3, 3), 0.1);
  const std::array<Side, 8> sides{B, B, B, B, F, F, F, F};
  EXPECT_EQ(max_test(sides, std::array{cell({5, 5, 5, 5, 5, 5, 5, 5})}).p[0], 1);
  EXPECT_EQ(max_test(sides, std::array{Cell{}}).p[0], 1);
  EXPECT_TRUE(max_test(sides, {}).p.empty());
}

TEST(MaxTest, sides_are_exchanged_only_among_runs_with_common_cells) {
  // Two programs, each launched 3 + 3 times: 20 x 20 arrangements. The first cell is separated: 20 of them
  // keep it so.
  const std::array<Side, 12> sides{B, B, B, F, F, F, B, B, B, F, F, F};
  Cell first;
  Cell second;
  const std::array<double, 6> apart{1, 2, 3, 21, 22, 23};
  const std::array<double, 6> mixed{1, 3, 2, 3, 1, 2};
  for (std::size_t i = 0; i < 6; ++i) first.push_back({i, apart[i]}), second.push_back({i + 6, mixed[i]});
  const auto p = max_test(sides, std::array{first, second}).p;
  EXPECT_NEAR(p[0], 2.0 / 20, 1e-12);
  EXPECT_GT(p[1], 0.5);
}

constexpr std::array ten_and_ten{B, B, B, B, B, B, B, B, B, B, F, F, F, F, F, F, F, F, F, F};

/// 1 for base runs, 2 for fresh ones, a little apart, for the runs given.
Cell separated(std::initializer_list<std::size_t> runs, std::size_t first_fresh) {
  Cell out;
  for (const std::size_t run : runs)
    out.push_back({run, (run < first_fresh ? 1 : 2) + 0.01 * static_cast<double>(run)});
  return out;
}

TEST(MaxTest, a_run_that_lacks_a_cell_takes_no_part_in_its_exchanges) {
  // One fresh run of eleven: whatever the other nine did elsewhere, its own exchanges allow 1/11 a side.
  const Cell full = cell({1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1});
  const Cell partial = separated({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 10);
  const auto test = max_test(ten_and_ten, std::array{full, partial});
  EXPECT_EQ(test.rounds, 2u);
  EXPECT_GT(test.p[0], 0.3);
  EXPECT_DOUBLE_EQ(test.p[1], 2.0 / 11);
}

TEST(MaxTest, a_round_that_can_prove_nothing_costs_the_others_nothing) {
  const std::array<Side, 8> sides{B, B, B, B, F, F, F, F};
  const Cell full = separated({0, 1, 2, 3, 4, 5, 6, 7}, 4);
  const auto test = max_test(sides, std::array{full, separated({0, 1, 2, 3, 4, 5, 6}, 4)});
  EXPECT_DOUBLE_EQ(test.p[0], 2.0 / 70);
  EXPECT_DOUBLE_EQ(test.p[1], 2.0 / 35);
  EXPECT_DOUBLE_EQ(test.least, 2.0 / 70);
}

TEST(MaxTest, rounds_are_corrected_for) {
  const std::array<Side, 10> sides{B, B, B, B, B, F, F, F, F, F};
  const Cell full = separated({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 5);
  const Cell partial = separated({0, 1, 2, 3, 4, 5, 6, 7, 8}, 5);
  const auto test = max_test(sides, std::array{full, full, partial});
  EXPECT_DOUBLE_EQ(test.p[0], 2 * 2.0 / 252);
  EXPECT_DOUBLE_EQ(test.p[2], 2 * 2.0 / 126);
  EXPECT_DOUBLE_EQ(test.least, 2 * 2.0 / 252);
}

TEST(MaxTestErrors, missing_cells_alarm_in_at_most_five_percent_of_comparisons) {
  synthetic::Source source(7);
  const std::array<Side, 10> sides{B, B, B, B, B, F, F, F, F, F};
  int alarms = 0;
  for (int trial = 0; trial < 600; ++trial) {
    std::vector<Cell> cells(20);
    for (std::size_t run = 0; run < sides.size(); ++run)
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const double value = source.normal();
        const bool fails = i % 5 == 0 && sides[run] == F && (run + i / 5) % 4 == 0;  // new runs lack cells
        if (!fails) cells[i].push_back({run, 0.02 * value});
      }
    const auto p = max_test(sides, cells).p;
    alarms += std::ranges::any_of(p, [](double x) { return x <= 0.05; }) ? 1 : 0;
  }
  EXPECT_LE(alarms / 600.0, 0.05 + 0.026);
}

enum class Shape { normal, bimodal, heavy };

/// One comparison of 5 + 5 runs; the cells of a run share a common part, as a whole launch may be slow. The
/// first `changed` cells of the fresh runs are `ratio` slower.
struct Trial {
  Shape shape = Shape::normal;
  std::size_t cells = 50;
  std::size_t changed = 0;
  double ratio = 1;
  double spread = 0.02;
  double common = 0;  ///< part of the spread that a whole run shares
};

std::vector<double> run_trial(const Trial& trial, synthetic::Source& source) {
  const std::array<Side, 10> sides{B, B, B, B, B, F, F, F, F, F};
  std::vector<Cell> cells(trial.cells);
  for (std::size_t run = 0; run < sides.size(); ++run) {
    const double shared = trial.spread * trial.common * source.normal();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      double noise = source.normal();
      if (trial.shape == Shape::bimodal) noise = 0.05 * noise + (source.uniform() < 0.5 ? 0 : 40);
      if (trial.shape == Shape::heavy) noise = source.cauchy();
      const double slower = sides[run] == F && i < trial.changed ? std::log(trial.ratio) : 0;
      cells[i].push_back({run, trial.spread * noise + shared + slower});
    }
  }
  return max_test(sides, cells).p;
}

double share_with_alarm(const Trial& trial, int count) {
  synthetic::Source source(99);
  int alarms = 0;
  for (int i = 0; i < count; ++i) {
    const auto p = run_trial(trial, source);
    const auto last = trial.changed > 0 ? p.begin() + static_cast<std::ptrdiff_t>(trial.changed) : p.end();
    alarms += std::any_of(p.begin(), last, [](double x) { return x <= 0.05; }) ? 1 : 0;
  }
  return alarms / static_cast<double>(count);
}

TEST(MaxTestErrors, equal_populations_alarm_in_at_most_five_percent_of_comparisons) {
  // 5 % of 800 is 40; three standard errors of the simulation are allowed on top.
  for (const Shape shape : {Shape::normal, Shape::bimodal, Shape::heavy})
    EXPECT_LE(share_with_alarm({.shape = shape}, 800), 0.05 + 0.023);
  EXPECT_LE(share_with_alarm({.common = 2}, 800), 0.05 + 0.023);
  EXPECT_LE(share_with_alarm({.cells = 1}, 800), 0.05 + 0.023);
}

TEST(MaxTestErrors, one_cell_of_fifty_that_is_ten_percent_slower_is_found) {
  EXPECT_GE(share_with_alarm({.changed = 1, .ratio = 1.1}, 300), 0.98);
}

TEST(MaxTestErrors, a_slowdown_everywhere_is_found) {
  EXPECT_GE(share_with_alarm({.changed = 50, .ratio = 1.1}, 100), 0.98);
  EXPECT_GE(share_with_alarm({.cells = 1, .changed = 1, .ratio = 1.1}, 300), 0.98);
}

}  // namespace
}  // namespace sonde::stats
