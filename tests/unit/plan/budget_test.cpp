#include "plan/budget.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "base/units.hpp"
#include "plan/lengths.hpp"
#include "plan/repetitions.hpp"

namespace sonde {
namespace {

TEST(AllottedSeconds, more_than_is_wanted_when_there_is_time) {
  EXPECT_NEAR(allotted_seconds(100, {0.1, 2, 0.5}, {0.9, 18, 4.5}), 0.1 + 94 * 1.9 / 19, 1e-12);
}

TEST(AllottedSeconds, a_part_by_wish_when_time_is_short) {
  // 20 s left; 10 cases x 0.5 s overhead and 10 x 0.1 s must be; 14 s are free for wishes of 1.9 + 17.1 s.
  EXPECT_NEAR(allotted_seconds(20, {0.1, 2, 0.5}, {0.9, 18, 4.5}), 0.1 + 14 * 1.9 / 19, 1e-12);
}

TEST(AllottedSeconds, one_repetition_when_time_is_up) {
  EXPECT_DOUBLE_EQ(allotted_seconds(-3, {0.1, 2, 0.5}, {0.9, 18, 4.5}), 0.1);
}

TEST(AllottedSeconds, the_last_case_may_use_what_is_left) {
  EXPECT_NEAR(allotted_seconds(1.5, {0.1, 2, 0.5}, {}), 1.0, 1e-12);
}

/// A machine of known speed. Loaded, everything takes up to `load` times as long, each case and each probe
/// anew.
struct Machine {
  double latency, bytes_per_second, overhead;
  double load = 1;
  unsigned seed = 1;
};

struct Took {
  double seconds = 0;
  int measured = 0, skipped = 0;
  std::vector<std::int64_t> skipped_lengths;
};

/// A run against invented true costs.
Took run(const Settings& settings, const Plan& plan, const Machine& machine) {
  Budget budget(settings, plan);
  std::mt19937 random(machine.seed);
  std::uniform_real_distribution<double> load(1, machine.load);
  Took took;
  for (const TableRun& section : plan.sections) {
    for (const auto bytes : lengths_for(settings, *section.benchmark)) {
      const auto allowed = budget.allow(took.seconds);
      if (!allowed.fits) {
        budget.passed_over();
        ++took.skipped;
        took.skipped_lengths.push_back(bytes);
        continue;
      }
      const double true_each = machine.latency + static_cast<double>(bytes) / machine.bytes_per_second +
                               (section.benchmark->overlapped ? settings.cpu_seconds : 0);
      const double probed = true_each * load(random);
      const auto n = repetitions(settings, *section.benchmark, section.mode,
                                 {.bytes = bytes,
                                  .processes = section.processes,
                                  .seconds_per_repetition = probed,
                                  .loop_seconds = allowed.loop_seconds});
      const double each = true_each * load(random), overhead = machine.overhead * load(random) + probed;
      took.seconds += overhead + static_cast<double>(n) * each;
      budget.finished(each, overhead);
      ++took.measured;
    }
  }
  return took;
}

class WholeRun : public testing::Test {
 protected:
  WholeRun() {
    for (auto& row : rows_) {
      row.suite = Suite::io;
      row.needs.resource = Resource::file;
      row.needs.file.writes = true;
      row.modes[0] = {"AGGREGATE", Counting::per_sample, nullptr};
    }
    settings_.suite = Suite::io;
    settings_.max_log = 24;
    settings_.iterations = {50, 16 * 1048576, 10};
    for (auto& row : rows_) plan_.sections.push_back(equal_lanes(row, 0, 2, 1));
  }
  std::array<Benchmark, 12> rows_;
  Settings settings_;
  Plan plan_;
};

TEST_F(WholeRun, ends_within_a_tenth_of_the_budget_on_a_slow_disk) {
  const Machine slow{0.02, 5e7, 0.01};
  settings_.budget_seconds.reset();
  const double unbounded = run(settings_, plan_, slow).seconds;
  for (const double part : {0.3, 0.5, 0.9}) {
    settings_.budget_seconds = part * unbounded;
    const double took = run(settings_, plan_, slow).seconds;
    EXPECT_LE(took, 1.1 * *settings_.budget_seconds) << part;
    EXPECT_GE(took, 0.7 * *settings_.budget_seconds) << part;
  }
}

TEST_F(WholeRun, ends_in_time_on_a_loaded_machine) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const Machine loaded{0.01, 5e7, 0.02, 6, seed};
    for (const double budget : {20.0, 60.0, 200.0}) {
      settings_.budget_seconds = budget;
      const auto took = run(settings_, plan_, loaded);
      EXPECT_LE(took.seconds, std::max(1.1 * budget, budget + 5)) << budget << " s, seed " << seed;
      EXPECT_GE(took.seconds, 0.7 * budget);
    }
  }
}

TEST_F(WholeRun, skips_the_dearest_rows_where_not_even_one_repetition_of_each_fits) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Machine slow{0.02, 2e7, 0.02, 3, seed};
    settings_.budget_seconds = 40;
    const auto took = run(settings_, plan_, slow);
    EXPECT_GT(took.skipped, 0);
    EXPECT_GT(took.measured, took.skipped);
    EXPECT_LE(took.seconds, 45) << seed;
    EXPECT_EQ(std::ranges::count(took.skipped_lengths, 0), 0) << "short messages cost little, seed " << seed;
  }
}

TEST_F(WholeRun, of_computation_that_no_budget_holds_ends_in_time) {
  for (auto& row : rows_) row.overlapped = true;
  settings_.cpu_seconds = 0.5;
  settings_.budget_seconds = 20;
  const auto took = run(settings_, plan_, {1e-3, 1e9, 0.01});
  EXPECT_LE(took.seconds, 21);
  EXPECT_GE(took.seconds, 15);
  EXPECT_GT(took.skipped, 0);
}

TEST_F(WholeRun, says_why_a_row_does_not_fit) {
  settings_.lengths = {0};
  settings_.budget_seconds = 10;
  Budget budget(settings_, plan_);
  budget.finished(3, 1);
  const auto allowance = budget.allow(8);
  EXPECT_FALSE(allowance.fits);
  EXPECT_DOUBLE_EQ(allowance.left_seconds, 2);
  EXPECT_DOUBLE_EQ(allowance.needed_seconds, 4);
  EXPECT_DOUBLE_EQ(budget.allow(11).left_seconds, 0);
}

TEST_F(WholeRun, asks_for_no_more_behind_the_last_case) {
  settings_.lengths = {0};
  settings_.budget_seconds = 10;
  Budget budget(settings_, plan_);
  for (int i = 0; i < 100; ++i) budget.passed_over();
  const auto allowance = budget.allow(11);
  EXPECT_TRUE(allowance.fits);
  EXPECT_DOUBLE_EQ(allowance.loop_seconds, settings_.seconds_per_sample);
}

TEST_F(WholeRun, forgets_the_cost_of_a_loaded_moment) {
  settings_.lengths = {0};
  settings_.budget_seconds = 1000;
  Budget budget(settings_, plan_);
  budget.finished(8, 0.01);
  for (int i = 0; i < 8; ++i) budget.finished(0.1, 0.01);
  EXPECT_LT(budget.least(), 1);
}

/// Messages of 1 MiB of two rows; the first one has been measured.
class TwoRows : public testing::Test {
 protected:
  TwoRows() {
    settings_.lengths = {mebibyte};
    settings_.budget_seconds = 10;
    for (auto& row : rows_) {
      row.modes[0] = {"", Counting::per_sample, nullptr};
      plan_.sections.push_back(equal_lanes(row, 0, 2, 1));
    }
  }
  /// Whether the second row fits when half of the time is over and a repetition of the first took so many
  /// seconds.
  CaseBudget second(double repetition, double overhead) {
    Budget budget(settings_, plan_);
    budget.finished(repetition, overhead);
    return budget.allow(5);
  }
  std::array<Benchmark, 2> rows_;
  Settings settings_;
  Plan plan_;
};

TEST_F(TwoRows, one_that_is_a_map_of_links_makes_no_other_too_dear) {
  EXPECT_FALSE(second(6, 1).fits) << "rows of one kind cost alike where nothing else is known";
  rows_[0].klass = TransferClass::links;
  const auto allowance = second(6, 1);
  EXPECT_TRUE(allowance.fits);
  EXPECT_LT(allowance.needed_seconds, 0.1);
}

TEST_F(TwoRows, each_costs_what_it_has_cost) {
  plan_.sections.push_back(plan_.sections[0]);
  plan_.sections.push_back(plan_.sections[1]);
  Budget budget(settings_, plan_);
  budget.finished(3, 0.01);
  budget.finished(0.5, 0.01);
  EXPECT_NEAR(budget.allow(1).needed_seconds, 3.01, 1e-9);
  budget.passed_over();
  EXPECT_NEAR(budget.allow(1).needed_seconds, 0.51, 1e-9);
}

TEST_F(TwoRows, one_of_which_nothing_is_known_costs_what_the_cheapest_has_cost) {
  Benchmark third = rows_[0];
  plan_.sections.push_back(equal_lanes(third, 0, 2, 1));
  Budget budget(settings_, plan_);
  budget.finished(3, 0.01);
  budget.finished(0.5, 0.01);
  EXPECT_NEAR(budget.allow(1).needed_seconds, 0.51, 1e-9);
}

TEST_F(TwoRows, beside_a_computation_of_given_length_need_it_for_the_probe_and_trials) {
  const double plain = Budget(settings_, plan_).least();
  for (auto& row : rows_) row.overlapped = true;
  settings_.cpu_match = true;
  const double matched = Budget(settings_, plan_).least();
  EXPECT_LT(matched, plain + 0.1);
  settings_.cpu_match = false;
  settings_.cpu_seconds = 0.1;
  EXPECT_NEAR(Budget(settings_, plan_).least(), matched + 2 * 12 * 0.1, 0.01);
}

TEST_F(TwoRows, spare_time_is_what_the_rows_to_come_do_not_need) {
  EXPECT_NEAR(Budget(settings_, plan_).spare(4), 6 - Budget(settings_, plan_).least() / 2, 1e-9);
  settings_.budget_seconds.reset();
  EXPECT_TRUE(std::isinf(Budget(settings_, plan_).spare(4)));
}

TEST_F(WholeRun, is_not_shortened_by_a_budget_it_does_not_need) {
  const Machine fast{1e-4, 1e9, 1e-3};
  const double unbounded = run(settings_, plan_, fast).seconds;
  settings_.budget_seconds = 10 * unbounded;
  EXPECT_NEAR(run(settings_, plan_, fast).seconds, unbounded, 1e-9);
}

TEST_F(WholeRun, learns_from_cases_that_were_faster_than_guessed) {
  const Machine fast{1e-4, 1e9, 1e-3};
  const double unbounded = run(settings_, plan_, fast).seconds;
  settings_.budget_seconds = 0.6 * unbounded;
  EXPECT_LE(run(settings_, plan_, fast).seconds, 1.1 * *settings_.budget_seconds);
}

TEST_F(WholeRun, estimate_counts_what_repetitions_and_time_allow) {
  settings_.lengths = {0};
  // 12 tables of one case: 50 repetitions of a guessed 2 ms each, another one to probe, and 5 ms around them.
  EXPECT_NEAR(Budget(settings_, plan_).estimate(), 12 * (51 * 2e-3 + 5e-3), 1e-9);
  settings_.seconds_per_sample = 0.01;
  EXPECT_NEAR(Budget(settings_, plan_).estimate(), 12 * (0.01 + 2e-3 + 5e-3), 1e-9);
}

TEST_F(WholeRun, cannot_be_shorter_than_one_repetition_of_each_case) {
  settings_.lengths = {0};
  for (auto& row : rows_) row.overlapped = true;
  EXPECT_NEAR(Budget(settings_, plan_).least(), 12 * (8e-3 + 0.1 + 5e-3), 1e-9);
  settings_.cpu_match = true;
  EXPECT_NEAR(Budget(settings_, plan_).least(), 12 * (8e-3 + 2e-3 + 5e-3), 1e-9);
}

TEST_F(WholeRun, estimate_knows_how_long_computing_takes) {
  settings_.lengths = {0};
  for (auto& row : rows_) row.overlapped = true;
  EXPECT_NEAR(Budget(settings_, plan_).estimate(), 12 * (50 * (4e-3 + 0.1) + 4e-3 + 5e-3), 1e-9);
}

}  // namespace
}  // namespace sonde
