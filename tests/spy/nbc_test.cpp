// Every benchmark of IMB-NBC: its calls, their order, and where the clock is read; computation and tests
// between.
#include <gmock/gmock.h>

#include <algorithm>
#include <string_view>

#include "patterns/catalog.hpp"
#include "spy/golden_calls.hpp"
#include "spy/nbc_stand_ins.hpp"

namespace {

using spy::Calls;
using testing::ElementsAre;

double burn(std::int64_t units) {
  spy::calls.push_back(fmt::format("burn {}", units));
  return 0;
}

const sonde::Benchmark& row_of(std::string_view name) {
  const auto rows = sonde::patterns::nbc_catalog();
  const auto row = std::ranges::find(rows, name, &sonde::Benchmark::name);
  EXPECT_NE(row, rows.end()) << name;
  return *row;
}

spy::Prepared prepared(int repetitions = 1) {
  static constexpr std::array<int, 2> counts{8, 8}, places{0, 8};
  auto c = spy::make_case(0, 2, repetitions);
  c.counts = counts.data();
  c.displacements = places.data();
  c.loop.computation = {.burn = burn, .units = 10};
  return c;
}

Calls run(std::string_view name, const spy::Prepared& c) {
  return spy::calls_of(row_of(name).modes[0].measure, c);
}

/// The call that begins it, of a row by itself.
std::string begun(std::string_view name) {
  const auto calls = run(name, prepared());
  EXPECT_THAT(calls, ElementsAre("line up", "clock", testing::_, "wait", "clock")) << name;
  return calls[2];
}

TEST(NonBlocking, StartsTheRightCollective) {
  EXPECT_EQ(begun("Ibcast_pure"), "ibcast in+0 8 byte root 0");
  EXPECT_EQ(begun("Iallgather_pure"), "iallgather out+0 8 byte in+0 8");
  EXPECT_EQ(begun("Iallgatherv_pure"), "iallgatherv out+0 8 byte in+0 8,8 at 0,8");
  EXPECT_EQ(begun("Igather_pure"), "igather out+0 8 byte in+0 8 root 0");
  EXPECT_EQ(begun("Igatherv_pure"), "igatherv out+0 8 byte in+0 8,8 at 0,8 root 0");
  EXPECT_EQ(begun("Iscatter_pure"), "iscatter out+0 8 byte in+0 8 root 0");
  EXPECT_EQ(begun("Iscatterv_pure"), "iscatterv out+0 8,8 at 0,8 byte in+0 8 root 0");
  EXPECT_EQ(begun("Ialltoall_pure"), "ialltoall out+0 8 byte in+0 8");
  EXPECT_EQ(begun("Ialltoallv_pure"), "ialltoallv out+0 8,8 at 0,8 byte in+0 8,8 at 0,8");
  EXPECT_EQ(begun("Ireduce_pure"), "ireduce out+0 in+0 8 byte root 0");
  EXPECT_EQ(begun("Ireduce_scatter_pure"), "ireduce_scatter out+0 in+0 8,8 byte");
  EXPECT_EQ(begun("Iallreduce_pure"), "iallreduce out+0 in+0 8 byte");
  EXPECT_EQ(begun("Ibarrier_pure"), "ibarrier");
  EXPECT_EQ(spy::open_requests, 0);
}

TEST(NonBlocking, ComputesBetweenStartAndWaitAndAloneBeforeAndAfter) {
  const Calls once{"ibcast in+0 8 byte root 0"}, alone{"line up", "clock", "burn 10", "clock"};
  EXPECT_THAT(run("Ibcast", prepared()),
              ElementsAre("line up", "clock", once[0], "wait", "clock",             // the transfer
                          "line up", "clock", "burn 10", "clock",                   // the computation
                          "line up", "clock", once[0], "burn 10", "wait", "clock",  // both
                          "line up", "clock", "burn 10", "clock"));
}

TEST(NonBlocking, BothLoopsHaveTheSameRoots) {
  const auto calls = run("Igather", prepared(2));
  EXPECT_EQ(std::ranges::count(calls, "igather out+0 8 byte in+0 8 root 0"), 2);
  EXPECT_EQ(std::ranges::count(calls, "igather out+64 8 byte in+64 8 root 1"), 2);
}

TEST(NonBlocking, TestsAtEvenDistancesAndTimesTheTests) {
  auto c = prepared();
  c.loop.computation.tests = 2;
  spy::calls.clear();
  sonde::LoopSample sample;
  row_of("Ibarrier").modes[0].measure(c, c.loop, sample);
  const Calls beside(spy::calls.begin() + 9, spy::calls.end() - 4);
  EXPECT_THAT(beside, ElementsAre("line up", "clock", "ibarrier", "burn 3", "clock", "test", "clock",
                                  "burn 3", "clock", "test", "clock", "burn 4", "wait", "clock"));
  EXPECT_DOUBLE_EQ(sample.tested, 2);
}

TEST(NonBlocking, LooksAtWhatHasArrivedBetweenTheLoops) {
  auto c = prepared();
  c.loop.between = [] { spy::calls.emplace_back("between loops"); };
  const auto calls = run("Iallreduce", c);
  EXPECT_EQ(calls[5], "between loops");
}

TEST(NonBlocking, EveryCallByItselfHasABarrierAfterItInBothLoops) {
  auto c = prepared();
  c.loop.clocking = sonde::engine::Clocking::each_call;
  const auto calls = run("Iallreduce", c);
  EXPECT_EQ(std::ranges::count(calls, "between"), 2);
}

TEST(NonBlocking, LeavesACollectiveThatFailedUnderWay) {
  spy::to_fail = "wait";
  const auto c = prepared();
  spy::calls.clear();
  sonde::LoopSample sample;
  EXPECT_ANY_THROW(row_of("Ibarrier_pure").modes[0].measure(c, c.loop, sample));
  EXPECT_EQ(std::ranges::count(spy::calls, "cancel") + std::ranges::count(spy::calls, "free"), 0);
  spy::to_fail = {};
  spy::open_requests = 0;
}

TEST(Catalog, EachOfThirteenHasATwinAlone) {
  const auto rows = sonde::patterns::nbc_catalog();
  ASSERT_EQ(rows.size(), 26u);
  for (std::size_t i = 0; i < 13; ++i) {
    EXPECT_EQ(fmt::format("{}_pure", rows[i].name), rows[i + 13].name);
    EXPECT_TRUE(rows[i].overlapped && !rows[i].optional);
    EXPECT_TRUE(!rows[i + 13].overlapped && rows[i + 13].optional);
    EXPECT_EQ(rows[i].message.root, rows[i + 13].message.root);
    EXPECT_EQ(rows[i].expect, rows[i + 13].expect);
  }
}

TEST(Golden, calls_of_every_row) {
  const auto prepare = [](const sonde::Benchmark&, int rank, int size, int repetitions) {
    auto c = prepared(repetitions);
    c.rank = rank, c.size = c.steps.roots.size = size;
    c.counts = c.displacements = nullptr;  // of as many ranks as there are
    return c;
  };
  sonde::test::expect_golden("calls-nbc", spy::calls_of_rows(sonde::patterns::nbc_catalog(), prepare));
}

}  // namespace
