#include "catalog/suite.hpp"

#include <gtest/gtest.h>

namespace sonde {
namespace {

/// Guide 5.2.1, table 19, and settings_io.h.
TEST(StandardMode, is_that_of_the_guide) {
  const StandardMode messages = facts_of(Suite::mpi1).standard;
  EXPECT_EQ(messages.npmin, 2);
  EXPECT_EQ(messages.max_log, 22);
  EXPECT_EQ(messages.repetitions, 1000);
  EXPECT_EQ(messages.repetitions_nonaggregate, 100);
  EXPECT_EQ(messages.overall_bytes, 40 << 20);
  EXPECT_EQ(messages.warm_up_calls, 4);
  EXPECT_TRUE(messages.zero);
  const StandardMode files = facts_of(Suite::io).standard;
  EXPECT_EQ(files.npmin, 1);
  EXPECT_EQ(files.max_log, 24);
  EXPECT_EQ(files.repetitions, 50);
  EXPECT_EQ(files.repetitions_nonaggregate, 10);
  EXPECT_EQ(files.overall_bytes, 16 << 20);
}

TEST(StandardMode, is_that_of_the_later_suites) {
  const StandardMode pairs = facts_of(Suite::p2p).standard;
  EXPECT_EQ(pairs.repetitions, 100000);
  EXPECT_EQ(pairs.overall_bytes, 800 << 20);
  EXPECT_FALSE(pairs.zero);
  const StandardMode threads = facts_of(Suite::mt).standard;
  EXPECT_EQ(threads.repetitions, 1000);
  EXPECT_EQ(threads.warm_up_calls, 100);
  EXPECT_EQ(threads.window_messages, 64);
}

TEST(Suites, are_told_apart_by_their_programs) {
  for (const Suite suite : every_suite)
    for (const Suite other : every_suite)
      EXPECT_EQ(facts_of(suite).program == facts_of(other).program, suite == other);
  EXPECT_EQ(facts_of(Suite::rma).program, "IMB-RMA");
}

}  // namespace
}  // namespace sonde
