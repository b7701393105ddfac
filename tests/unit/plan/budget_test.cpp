#include "plan/budget.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "plan/lengths.hpp"
#include "plan/repetitions.hpp"

namespace sonde {
namespace {

TEST(AllottedSeconds, more_than_is_wanted_when_there_is_time) {
  EXPECT_NEAR(allotted_seconds(100, {0.1, 2}, {9, 0.9, 18, 0.5}), 0.1 + 94 * 1.9 / 19, 1e-12);
}

TEST(AllottedSeconds, a_part_by_wish_when_time_is_short) {
  // 20 s left; 10 cases x 0.5 s overhead and 10 x 0.1 s must be; 14 s are free for wishes of 1.9 + 17.1 s.
  EXPECT_NEAR(allotted_seconds(20, {0.1, 2}, {9, 0.9, 18, 0.5}), 0.1 + 14 * 1.9 / 19, 1e-12);
}

TEST(AllottedSeconds, one_repetition_when_time_is_up) {
  EXPECT_DOUBLE_EQ(allotted_seconds(-3, {0.1, 2}, {9, 0.9, 18, 0.5}), 0.1);
}

TEST(AllottedSeconds, the_last_case_may_use_what_is_left) {
  EXPECT_NEAR(allotted_seconds(1.5, {0.1, 2}, {0, 0, 0, 0.5}), 1.0, 1e-12);
}

/// A run against invented true costs: returns the seconds it takes. Every case runs at least once.
struct World {
  double latency, bytes_per_second, overhead;
};

double run(const Settings& settings, const Plan& plan, const World& world) {
  Budget budget(settings, plan);
  double now = 0;
  for (const Section& section : plan.sections) {
    for (const auto bytes : lengths_for(settings, *section.benchmark)) {
      const double each = world.latency + static_cast<double>(bytes) / world.bytes_per_second;
      const double allowed = budget.allow(now);
      const auto wanted =
          wanted_repetitions(settings, *section.benchmark, section.mode, bytes, section.processes);
      const double possible =
          std::max(1.0, std::min(static_cast<double>(wanted), std::floor(allowed / each)));
      now += world.overhead + possible * each;
      budget.finished(each, world.overhead);
    }
  }
  return now;
}

class WholeRun : public testing::Test {
 protected:
  WholeRun() {
    for (auto& row : rows_) {
      row.suite = Suite::io;
      row.writes = true;
      row.modes[0] = {"AGGREGATE", Counting::per_sample, nullptr};
    }
    settings_.suite = Suite::io;
    settings_.max_log = 24;
    settings_.iterations = {50, 16 * 1048576, 10};
    for (auto& row : rows_) plan_.sections.push_back({&row, 0, 2, 1, ""});
  }
  std::array<Benchmark, 12> rows_;
  Settings settings_;
  Plan plan_;
};

TEST_F(WholeRun, ends_within_a_tenth_of_the_budget_on_a_slow_disk) {
  const World slow{0.02, 5e7, 0.01};
  settings_.budget_seconds.reset();
  const double unbounded = run(settings_, plan_, slow);
  for (const double part : {0.3, 0.5, 0.9}) {
    settings_.budget_seconds = part * unbounded;
    const double took = run(settings_, plan_, slow);
    EXPECT_LE(took, 1.1 * *settings_.budget_seconds) << part;
    EXPECT_GE(took, 0.7 * *settings_.budget_seconds) << part;
  }
}

TEST_F(WholeRun, is_not_shortened_by_a_budget_it_does_not_need) {
  const World fast{1e-4, 1e9, 1e-3};
  const double unbounded = run(settings_, plan_, fast);
  settings_.budget_seconds = 10 * unbounded;
  EXPECT_NEAR(run(settings_, plan_, fast), unbounded, 1e-9);
}

TEST_F(WholeRun, learns_from_cases_that_were_faster_than_guessed) {
  const World fast{1e-4, 1e9, 1e-3};
  const double unbounded = run(settings_, plan_, fast);
  settings_.budget_seconds = 0.6 * unbounded;
  EXPECT_LE(run(settings_, plan_, fast), 1.1 * *settings_.budget_seconds);
}

TEST_F(WholeRun, estimate_counts_what_repetitions_and_time_allow) {
  settings_.lengths = {0};
  // 12 tables of one case: 50 repetitions of a guessed 2 ms each and 5 ms around them.
  EXPECT_NEAR(Budget(settings_, plan_).estimate(), 12 * (50 * 2e-3 + 5e-3), 1e-9);
  settings_.seconds_per_sample = 0.01;
  EXPECT_NEAR(Budget(settings_, plan_).estimate(), 12 * (0.01 + 5e-3), 1e-9);
}

TEST_F(WholeRun, cannot_be_shorter_than_one_repetition_of_each_case) {
  settings_.lengths = {0};
  for (auto& row : rows_) row.overlapped = true;
  EXPECT_NEAR(Budget(settings_, plan_).least(), 12 * (4e-3 + 0.1 + 5e-3), 1e-9);
  settings_.cpu_match = true;
  EXPECT_NEAR(Budget(settings_, plan_).least(), 12 * (4e-3 + 2e-3 + 5e-3), 1e-9);
}

TEST_F(WholeRun, estimate_knows_how_long_computing_takes) {
  settings_.lengths = {0};
  for (auto& row : rows_) row.overlapped = true;
  EXPECT_NEAR(Budget(settings_, plan_).estimate(), 12 * (50 * (4e-3 + 0.1) + 5e-3), 1e-9);
}

}  // namespace
}  // namespace sonde
