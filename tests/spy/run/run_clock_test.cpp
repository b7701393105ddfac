// The budget of a run on a clock to order.
#include "run/run_clock.hpp"

#include <gmock/gmock.h>

#include "spy/run/machine.hpp"

namespace sonde::run {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr Benchmark row{
    .name = "Row", .summary = "one call", .modes = {{Mode{"", Counting::per_sample, machine::measure}}}};

struct PacingTest : testing::Test {
  PacingTest() {
    settings.lengths = {8, 8, 8, 8};
    settings.budget_seconds = 20;
    plan.sections.push_back(equal_lanes(row, 0, 2, 1));
  }
  RunClock pacing() {
    return {mpi::World{}, settings, plan, [this] { return now; }};
  }

  double now = 1000;
  Settings settings;
  Plan plan;
};

TEST_F(PacingTest, leaves_the_time_as_it_is_without_a_budget) {
  settings.budget_seconds.reset();
  auto without = pacing();
  now += 1e6;
  const auto allowance = without.begin_case(MPI_COMM_WORLD);
  EXPECT_TRUE(allowance.fits);
  EXPECT_EQ(allowance.loop_seconds, settings.seconds_per_sample);
  EXPECT_THAT(without.lateness(), IsEmpty());
}

TEST_F(PacingTest, does_not_write_into_the_settings) {
  auto paced = pacing();
  now += 19.5;
  EXPECT_LT(paced.begin_case(MPI_COMM_WORLD).loop_seconds, 5);
  EXPECT_EQ(settings.seconds_per_sample, 10);
}

TEST_F(PacingTest, learns_what_a_case_costs_from_the_end_of_the_case_before) {
  auto paced = pacing();
  EXPECT_TRUE(paced.begin_case(MPI_COMM_WORLD).fits);
  now += 6;  // of which the loop has taken 2
  paced.measured(2, 4);
  EXPECT_DOUBLE_EQ(paced.dead_seconds(), 4);
  paced.end_case();
  now += 10;  // between two cases: calibration, communicators
  EXPECT_FALSE(paced.begin_case(MPI_COMM_WORLD).fits) << "4 s are left, 4.5 s are needed";
  paced.pass_over();
}

TEST_F(PacingTest, skips_what_is_left_when_the_time_is_over) {
  auto paced = pacing();
  now += 21;
  const auto allowance = paced.begin_case(MPI_COMM_WORLD);
  EXPECT_FALSE(allowance.fits);
  EXPECT_EQ(skip_reason(allowance), "the time of -budget is over");
  EXPECT_THAT(paced.lateness(), HasSubstr("# !! The time budget of 20 s was exceeded by 1 s\n"));
}

TEST_F(PacingTest, ends_after_the_case_that_runs_when_asked_to) {
  settings.budget_seconds.reset();
  static const char* asked = nullptr;
  RunClock paced(
      mpi::World{}, settings, plan, [this] { return now; }, [] { return asked; });
  EXPECT_TRUE(paced.begin_case(MPI_COMM_WORLD).fits);
  paced.end_case();
  asked = "SIGUSR1";
  const auto allowance = paced.begin_case(MPI_COMM_WORLD);
  EXPECT_FALSE(allowance.fits);
  EXPECT_EQ(skip_reason(allowance), "the run was asked to end (SIGUSR1)");
}

TEST_F(PacingTest, says_what_a_row_needs_that_is_skipped) {
  EXPECT_EQ(skip_reason({.loop_seconds = 0, .fits = false, .left_seconds = 2, .needed_seconds = 3}),
            "-budget has 2 s left, this row needs about 3 s");
  EXPECT_EQ(skip_reason({.loop_seconds = 0, .fits = false, .left_seconds = 4, .needed_seconds = 3}),
            "-budget has 4 s left for cheaper rows, this row needs about 3 s");
}

TEST_F(PacingTest, tells_beforehand_where_a_budget_is_too_short) {
  EXPECT_THAT(pacing().outlook(), HasSubstr("# Time budget of the run: 20 s (without it about "));
  EXPECT_THAT(pacing().outlook(), testing::Not(HasSubstr("too short")));
  settings.budget_seconds = 1e-6;
  EXPECT_THAT(pacing().outlook(),
              HasSubstr("# !! That is too short: one repetition of each row takes about 20"));
}

}  // namespace
}  // namespace sonde::run
