#include "plan/batch_plan.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace sonde {
namespace {

constexpr ClockFacts clock_30ns{.cost_seconds = 30e-9, .resolution_seconds = 30e-9};

TEST(Batches, AreFiftyWhereTheClockAllows) {
  const auto batches = plan_batches(1000, 1, 2e-6, clock_30ns);  // 20 x 2 us against 200 x 30 ns
  EXPECT_EQ(batches.count, 50);
  EXPECT_EQ(batches.length, 20);
  EXPECT_EQ(batches.last, 20);
}

TEST(Batches, LastAsLongAsTheClockNeeds) {
  const auto batches = plan_batches(1000, 1, 0.024e-6, clock_30ns);  // 6 us are 250 repetitions
  EXPECT_EQ(batches.count, 4);
  EXPECT_EQ(batches.length, 250);
}

TEST(Batches, AreOneWhereTheCountIsTooSmallForTwo) {
  EXPECT_EQ(plan_batches(500, 1, 0.024e-6, clock_30ns).count, 2);
  const auto one = plan_batches(499, 1, 0.024e-6, clock_30ns);
  EXPECT_EQ(one.count, 1);
  EXPECT_EQ(one.last, 499);
}

TEST(Batches, AreOneWhereTheLoopIsShort) {
  const auto batches = plan_batches(10, 1, 1e-9, clock_30ns);
  EXPECT_EQ(batches.count, 1);
  EXPECT_EQ(batches.last, 10);
}

TEST(Batches, AreSingleRepetitionsWhereThoseAreFew) {
  const auto batches = plan_batches(40, 1, 1e-4, clock_30ns);
  EXPECT_EQ(batches.count, 40);
  EXPECT_EQ(batches.last, 1);
}

TEST(Batches, AreSingleRepetitionsWhereThoseAreLong) {
  EXPECT_EQ(plan_batches(1000, 1, 1e-3, clock_30ns).count, 1000);
  EXPECT_EQ(plan_batches(100000, 1, 1e-3, clock_30ns).length, 100) << "not without bound";
}

TEST(Batches, AreMultiplesOfTheProcesses) {
  const auto batches = plan_batches(1000, 7, 1e-5, clock_30ns);
  EXPECT_EQ(batches.length, 21);  // 20 rounded up to a multiple of 7
  EXPECT_EQ(batches.count, 47);
  EXPECT_EQ(batches.last, 34);
  EXPECT_EQ(plan_batches(10, 64, 1e-5, clock_30ns).count, 1) << "fewer repetitions than processes";
}

TEST(Batches, FollowTheCountWhereNothingIsKnown) {
  EXPECT_EQ(plan_batches(1000, 1, 0, {}).count, 50);
  EXPECT_EQ(plan_batches(1, 1, 0, {}).count, 1);
}

TEST(Batches, BearAnyCount) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t n : {most, most - 1, std::int64_t{1'000'000'000'000}})
    for (const std::int64_t multiple : {std::int64_t{1}, std::int64_t{7}})
      for (const double seconds : {0.0, 1e-9, 1e-3}) {
        const auto batches = plan_batches(n, multiple, seconds, clock_30ns);
        EXPECT_EQ(batches.repetitions(), n);
        EXPECT_GE(batches.last, batches.length);
        EXPECT_LE(batches.count, 1000);
      }
}

TEST(Batches, AddUpAndKeepTheirRules) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    const auto n = std::uniform_int_distribution<std::int64_t>(1, 5000)(random);
    const auto multiple = std::uniform_int_distribution<std::int64_t>(1, 70)(random);
    const double seconds =
        round % 10 == 0 ? 0 : std::pow(10, std::uniform_real_distribution<double>(-9, -1)(random));
    const auto batches = plan_batches(n, multiple, seconds, clock_30ns);
    EXPECT_EQ(batches.repetitions(), n);
    EXPECT_GE(batches.length, 1);
    EXPECT_LE(batches.count, 1000);
    if (batches.count == 1) continue;
    EXPECT_GE(batches.last, batches.length);
    EXPECT_EQ(batches.length % multiple, 0);
    if (seconds > 0) {
      EXPECT_GE(static_cast<double>(batches.length) * seconds, 0.99 * 6e-6);
    }
  }
}

}  // namespace
}  // namespace sonde
