#include "host/account.hpp"

#include <gtest/gtest.h>

namespace sonde::host {
namespace {

TEST(Account, dead_time_is_all_but_the_measured_loops) {
  Account account;
  account.add(Phase::loop, 10);
  account.add(Phase::buffers, 1);
  account.add(Phase::buffers, 0.5);
  account.add(Phase::pause, 0.25);
  EXPECT_DOUBLE_EQ(account.of(Phase::buffers), 1.5);
  EXPECT_DOUBLE_EQ(account.of(Phase::loop), 10);
  EXPECT_DOUBLE_EQ(account.dead(), 1.75);
}

TEST(Account, a_span_adds_its_life_to_its_phase_only) {
  Account account;
  { const Span span(account, Phase::check); }
  EXPECT_GT(account.of(Phase::check), 0);
  EXPECT_DOUBLE_EQ(account.dead(), account.of(Phase::check));
}

TEST(Account, every_phase_has_a_name) {
  EXPECT_EQ(phase_names.size(), static_cast<std::size_t>(Phase::pause) + 1);
  EXPECT_EQ(phase_names[static_cast<std::size_t>(Phase::loop)], "loop");
}

}  // namespace
}  // namespace sonde::host
