#include "stats/precision_rule.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

namespace sonde::stats {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();
const std::array<double, 10> wide{1.00, 1.03, 0.97, 1.03, 1.00, 0.97, 1.00, 1.03, 0.97, 1.00};

TEST(PrecisionRule, needs_eight_batches_however_equal_they_are) {
  const PrecisionRule rule({.precision = 0.02, .seconds = 100});
  const std::vector<double> equal(8, 2.0);
  EXPECT_EQ(rule.ask({}).batches, 8);
  const auto early = rule.ask({std::span(equal).first(7), 1});
  EXPECT_FALSE(early.stop);
  EXPECT_EQ(early.batches, 8);
  const auto now = rule.ask({equal, 1});
  EXPECT_TRUE(now.stop);
  EXPECT_EQ(now.reason, StopReason::precision_reached);
}

TEST(PrecisionRule, wants_the_whole_interval_within) {
  const auto strict = PrecisionRule({.precision = 0.02, .seconds = 100}).ask({wide, 1});
  EXPECT_FALSE(strict.stop);
  EXPECT_EQ(strict.batches, 13);
  EXPECT_TRUE(PrecisionRule({.precision = 0.04, .seconds = 100}).ask({wide, 1}).stop);
}

TEST(PrecisionRule, gives_up_when_the_time_is_over) {
  const auto decision = PrecisionRule({.precision = 0.001, .seconds = 10}).ask({wide, 10});
  EXPECT_TRUE(decision.stop);
  EXPECT_EQ(decision.reason, StopReason::precision_not_reached);
}

TEST(PrecisionRule, gives_up_before_the_eighth_batch_when_the_time_is_over) {
  const auto decision = PrecisionRule({.precision = 0.02, .seconds = 10}).ask({std::span(wide).first(2), 12});
  EXPECT_TRUE(decision.stop);
  EXPECT_EQ(decision.reason, StopReason::precision_not_reached);
}

TEST(PrecisionRule, looks_where_the_time_will_be_over) {
  const PrecisionRule rule({.precision = 0.001, .seconds = 10, .batch_seconds = 4});
  EXPECT_EQ(rule.ask({}).batches, 2) << "two batches of 4 s fit into 10 s";
  EXPECT_EQ(rule.ask({std::span(wide).first(2), 5}).batches, 4) << "and two more of the 2.5 s that they took";
  EXPECT_EQ(rule.ask({wide, 9.5}).batches, 11) << "never less than one more";
}

TEST(PrecisionRule, runs_at_least_one_batch) {
  const auto decision = PrecisionRule({.precision = 0.02, .seconds = 0, .batch_seconds = 60}).ask({});
  EXPECT_FALSE(decision.stop);
  EXPECT_EQ(decision.batches, 1);
}

TEST(PrecisionRule, ends_where_no_time_was_given) {
  const PrecisionRule rule({.precision = 0.001, .seconds = endless});
  EXPECT_FALSE(rule.ask({wide, PrecisionRule::without_limit_seconds / 2}).stop);
  EXPECT_TRUE(rule.ask({wide, PrecisionRule::without_limit_seconds}).stop);
}

/// A loop of batches of known length that never becomes precise: seconds it takes.
double seconds_of_loop(double batch_seconds, double guessed_seconds, double limit) {
  const PrecisionRule rule({.precision = 1e-9, .seconds = limit, .batch_seconds = guessed_seconds});
  std::vector<double> means;
  double elapsed = 0;
  for (auto next = rule.ask({}); !next.stop; next = rule.ask({means, elapsed}))
    while (static_cast<int>(means.size()) < next.batches) {
      means.push_back(means.size() % 2 == 0 ? 1 : 2);
      elapsed += batch_seconds;
    }
  return elapsed;
}

TEST(PrecisionRule, passes_the_time_by_one_batch_at_most) {
  for (const double batch : {1e-4, 0.01, 0.3, 1.0, 3.0, 30.0}) {
    EXPECT_LE(seconds_of_loop(batch, batch, 10), 10 + batch * 1.001) << batch;
    EXPECT_GE(seconds_of_loop(batch, batch, 10), 9.99) << batch;
  }
}

}  // namespace
}  // namespace sonde::stats
