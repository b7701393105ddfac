#include "host/timeouts.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace sonde::host {
namespace {

/// Seconds that the timer still has, which ends with the question; 0: there is none.
unsigned timer() {
  return alarm(0);
}

TEST(StuckGuard, waits_half_a_minute_longer_than_the_phase_may_take) {
  const StuckGuard guard("the disk is full", 1000);
  const unsigned left = timer();
  EXPECT_LE(left, 1030U);
  EXPECT_GE(left, 1000U);
}

TEST(StuckGuard, waits_half_a_minute_where_a_phase_takes_no_time) {
  const StuckGuard guard("the disk is full", 0);
  const unsigned left = timer();
  EXPECT_LE(left, 30U);
  EXPECT_GE(left, 1U);
}

TEST(StuckGuard, is_no_timer_without_a_reason) {
  const StuckGuard guard(nullptr, 1000);
  EXPECT_EQ(timer(), 0U);
}

TEST(StuckGuard, ends_its_timer) {
  { const StuckGuard guard("the disk is full", 1000); }
  EXPECT_EQ(timer(), 0U);
}

TEST(LoopWatch, has_a_timer_however_long) {
  for (const double seconds : {0.2, 1000.0, 1e18}) {
    const LoopWatch watch(Endless::files, seconds);
    EXPECT_GE(timer(), seconds > 1 ? 900U : 1U);
  }
  const LoopWatch none(Endless::nothing, 1000);
  EXPECT_EQ(timer(), 0U);
}

TEST(LoopWatch, that_watches_nothing_leaves_an_alarm_as_it_is) {
  alarm(100);
  { const LoopWatch none(Endless::nothing, 1); }
  EXPECT_GE(timer(), 90U);
}

/// A timeout of a second that ends in a process of its own.
template <class Guard, class... Arguments>
void wait_under(const Arguments&... arguments) {
  const Guard guard(arguments...);
  for (int i = 0; i < 100; ++i) usleep(100'000);
}

TEST(LoopWatch, ends_a_process_that_is_stuck) {
  EXPECT_EXIT(wait_under<LoopWatch>(Endless::files, 1.0), testing::ExitedWithCode(1),
              "^[^ ]+: file transfers did not end.*Slow transfers: raise -time\n$");
  EXPECT_EXIT(wait_under<LoopWatch>(Endless::plugin, 1.0), testing::ExitedWithCode(1),
              "^[^ ]+: a benchmark of a plug-in did not end.*Slow repetitions: raise -time\n$");
}

TEST(StuckGuard, says_why_behind_the_name_of_the_program) {
  EXPECT_EXIT(wait_under<StuckGuard>("the disk is full", -29.5), testing::ExitedWithCode(1),
              "^[^ ]+: a case failed on one rank and .* within 0 s: the disk is full\n$");
}

TEST(CallGuard, is_no_timer_where_calls_are_not_guarded) {
  {
    const CallGuard guard("gathering");
    EXPECT_EQ(timer(), 0U);
  }
  guard_calls(100, true);
  const CallGuard guard("gathering", 0, false);
  EXPECT_EQ(timer(), 0U);
  guard_calls(0, false);
}

TEST(CallGuard, runs_its_timer_ten_times_and_longer_where_others_may_be_at_work) {
  guard_calls(1000, false);
  {
    const CallGuard guard("gathering");
    EXPECT_NEAR(timer(), 100, 2);
  }
  {
    const CallGuard guard("gathering", 500);
    EXPECT_NEAR(timer(), 150, 2);
  }
  guard_calls(900, true);
  const CallGuard guard("gathering");
  EXPECT_NEAR(timer(), 60, 2);
  guard_calls(0, false);
}

TEST(CallGuard, says_what_was_done_behind_the_name_of_the_program) {
  EXPECT_EXIT(
      {
        // The timer cannot be shorter than a second: ten signals instead of ten runs of it.
        guard_calls(5000, false);
        const CallGuard guard("gathering results");
        for (int i = 0; i < 9; ++i) raise(SIGALRM);
        std::fputs("nine. ", stderr);
        raise(SIGALRM);
      },
      testing::ExitedWithCode(1),
      "^nine. [^ ]+: gathering results: an MPI call did not return within 5000 s .*kept\n$");
}

TEST(Timeouts, go_on_when_one_inside_them_has_ended) {
  guard_calls(1000, false);
  const CallGuard outer("gathering");
  {
    const StuckGuard inner("the disk is full", 300);
    EXPECT_NEAR(timer(), 330, 2);
  }
  EXPECT_NEAR(timer(), 100, 2);
  guard_calls(0, false);
}

}  // namespace
}  // namespace sonde::host
