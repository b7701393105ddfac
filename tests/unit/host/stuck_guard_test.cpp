#include <gtest/gtest.h>
#include <unistd.h>

#include "host/signals.hpp"

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

TEST(TransferWatch, has_a_timer_however_long) {
  for (const double seconds : {0.2, 1000.0, 1e18}) {
    const TransferWatch watch(true, seconds);
    EXPECT_GE(timer(), seconds > 1 ? 900U : 1U);
  }
  const TransferWatch none(false, 1000);
  EXPECT_EQ(timer(), 0U);
}

}  // namespace
}  // namespace sonde::host
