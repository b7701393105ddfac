// Every benchmark of IMB-MPI4: the requests it makes, in which order they are started, and where the clock is
// read.
#include <gmock/gmock.h>

#include <algorithm>
#include <string_view>

#include "engine/persistent_loops.hpp"
#include "patterns/catalog.hpp"
#include "spy/golden_calls.hpp"
#include "spy/persistent_stand_ins.hpp"

namespace {

using spy::Calls;
using testing::ElementsAre;

double burn(std::int64_t units) {
  spy::note("burn {}", units);
  return 0;
}

const sonde::Benchmark& row_of(std::string_view name) {
  const auto rows = sonde::patterns::mpi4_catalog();
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

sonde::LoopSample measured(std::string_view name, const spy::Prepared& c) {
  spy::calls.clear();
  spy::made = 0;
  sonde::LoopSample sample;
  row_of(name).modes[0].measure(c, c.loop, sample);
  EXPECT_EQ(spy::kept, 0) << name;
  return sample;
}

Calls run(std::string_view name, const spy::Prepared& c) {
  measured(name, c);
  return spy::calls;
}

/// How the request of a row alone is made.
std::string request_of(std::string_view name) {
  const auto calls = run(name, prepared());
  EXPECT_THAT(calls, ElementsAre("line up", "clock", testing::_, "clock",  //
                                 "line up", "clock", "start 1", "wait 1", "clock"))
      << name;
  return calls[2];
}

TEST(Persistent, MakesTheRightCollective) {
  EXPECT_EQ(request_of("Bcast_persist_pure"), "bcast in+0 8 byte root 0");
  EXPECT_EQ(request_of("Allgather_persist_pure"), "allgather out+0 8 byte in+0 8");
  EXPECT_EQ(request_of("Allgatherv_persist_pure"), "allgatherv out+0 8 byte in+0 8,8 at 0,8");
  EXPECT_EQ(request_of("Gather_persist_pure"), "gather out+0 8 byte in+0 8 root 0");
  EXPECT_EQ(request_of("Gatherv_persist_pure"), "gatherv out+0 8 byte in+0 8,8 at 0,8 root 0");
  EXPECT_EQ(request_of("Scatter_persist_pure"), "scatter out+0 8 byte in+0 8 root 0");
  EXPECT_EQ(request_of("Scatterv_persist_pure"), "scatterv out+0 8,8 at 0,8 byte in+0 8 root 0");
  EXPECT_EQ(request_of("Alltoall_persist_pure"), "alltoall out+0 8 byte in+0 8");
  EXPECT_EQ(request_of("Alltoallv_persist_pure"), "alltoallv out+0 8,8 at 0,8 byte in+0 8,8 at 0,8");
  EXPECT_EQ(request_of("Reduce_persist_pure"), "reduce out+0 in+0 8 byte root 0");
  EXPECT_EQ(request_of("Reduce_scatter_persist_pure"), "reduce_scatter out+0 in+0 8,8 byte");
  EXPECT_EQ(request_of("Allreduce_persist_pure"), "allreduce out+0 in+0 8 byte");
  EXPECT_EQ(request_of("Barrier_persist_pure"), "barrier");
}

TEST(Persistent, HasARequestForEveryPlaceAndRootUntilTheyComeRound) {
  auto c = prepared(5);
  c.steps.out = {spy::out.data(), spy::out.data() + 128, 64, spy::out.data()};
  c.steps.in = {spy::in.data(), spy::in.data() + 64, 0, spy::in.data()};
  const auto calls = run("Gather_persist_pure", c);
  EXPECT_EQ(spy::made, 2);
  EXPECT_EQ(std::ranges::count(calls, "gather out+0 8 byte in+0 8 root 0"), 1);
  EXPECT_EQ(std::ranges::count(calls, "gather out+64 8 byte in+0 8 root 1"), 1);
  EXPECT_EQ(std::ranges::count(calls, "start 1"), 3);
  EXPECT_EQ(std::ranges::count(calls, "start 2"), 2);
}

TEST(Persistent, NeverMakesMoreRequestsThanTheLoopStarts) {
  run("Bcast_persist_pure", prepared(3));
  EXPECT_EQ(spy::made, 3);
}

TEST(Persistent, BeginsWhereTheLoopBefore) {
  auto c = prepared(1);
  c.loop.first = 1;
  EXPECT_EQ(std::ranges::count(run("Bcast_persist_pure", c), "bcast in+64 8 byte root 1"), 1);
}

TEST(Persistent, PeriodIsWhereAllRingsMeet) {
  sonde::engine::Steps steps;
  EXPECT_EQ(sonde::engine::period_of(steps), 1);
  steps.out = {spy::out.data(), spy::out.data() + 256, 64, spy::out.data()};
  steps.roots = {6, 0, 1};
  EXPECT_EQ(sonde::engine::period_of(steps), 12);
}

TEST(Persistent, ComputesBetweenStartAndWaitWithTheSameRequests) {
  EXPECT_THAT(run("Allreduce_persist", prepared()),
              ElementsAre("line up", "clock", "allreduce out+0 in+0 8 byte", "clock", "line up", "clock",
                          "start 1", "wait 1", "clock",                                 // the transfer
                          "line up", "clock", "burn 10", "clock",                       // the computation
                          "line up", "clock", "start 1", "burn 10", "wait 1", "clock",  // both
                          "line up", "clock", "burn 10", "clock"));
}

TEST(Persistent, TestsWithinTheComputation) {
  auto c = prepared();
  c.loop.computation.tests = 1;
  const auto calls = run("Barrier_persist", c);
  EXPECT_THAT(Calls(calls.begin() + 13, calls.end() - 4),
              ElementsAre("line up", "clock", "start 1", "burn 5", "clock", "test 1", "clock", "burn 5",
                          "wait 1", "clock"));
}

TEST(Persistent, ACheckUsesEveryRequestThreeTimes) {
  auto c = prepared();
  c.loop.between = [] { spy::note("look"); };
  EXPECT_THAT(run("Allreduce_persist_pure", c),
              ElementsAre("line up", "clock", "allreduce out+0 in+0 8 byte", "clock",  //
                          "line up", "clock", "start 1", "wait 1", "clock", "look",    //
                          "line up", "clock", "start 1", "wait 1", "clock", "look",    //
                          "line up", "clock", "start 1", "wait 1", "clock"));
}

TEST(Persistent, TellsWhatARequestCosts) {
  auto c = prepared(4);
  c.steps.in = {spy::in.data(), spy::in.data() + 256, 64, spy::in.data()};
  EXPECT_DOUBLE_EQ(measured("Bcast_persist_pure", c).init, 1);
}

TEST(Persistent, FailsOnAllRanksWhereARequestCannotBeMadeOnOne) {
  const auto c = prepared();
  sonde::LoopSample sample;
  spy::others_failed = 1;
  EXPECT_ANY_THROW(row_of("Barrier_persist_pure").modes[0].measure(c, c.loop, sample));
  spy::others_failed = 0;
  spy::to_fail = "make";
  EXPECT_ANY_THROW(row_of("Barrier_persist_pure").modes[0].measure(c, c.loop, sample));
  spy::to_fail = {};
  spy::kept = 0;
}

TEST(Persistent, LeavesACollectiveThatFailedUnderWay) {
  spy::to_fail = "wait";
  const auto c = prepared();
  sonde::LoopSample sample;
  EXPECT_ANY_THROW(row_of("Barrier_persist_pure").modes[0].measure(c, c.loop, sample));
  EXPECT_EQ(spy::kept, 1);
  spy::to_fail = {};
  spy::kept = 0;
}

TEST(Catalog, EachOfThirteenHasATwinAlone) {
  const auto rows = sonde::patterns::mpi4_catalog();
  ASSERT_EQ(rows.size(), 26u);
  for (std::size_t i = 0; i < 13; ++i) {
    EXPECT_EQ(fmt::format("{}_pure", rows[i].name), rows[i + 13].name);
    EXPECT_TRUE(rows[i].overlapped && !rows[i].optional);
    EXPECT_TRUE(!rows[i + 13].overlapped && rows[i + 13].optional);
    EXPECT_TRUE(sonde::is_persistent(rows[i].needs.library));
    EXPECT_EQ(rows[i].expect, rows[i + 13].expect);
  }
}

TEST(Golden, calls_of_every_row) {
  const auto prepare = [](const sonde::Benchmark&, int rank, int size, int repetitions) {
    spy::made = 0;
    auto c = prepared(repetitions);
    c.rank = rank, c.size = c.steps.roots.size = size;
    c.counts = c.displacements = nullptr;  // of as many ranks as there are
    return c;
  };
  sonde::test::expect_golden("calls-mpi4", spy::calls_of_rows(sonde::patterns::mpi4_catalog(), prepare));
}

}  // namespace
