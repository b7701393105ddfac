// -check of barriers: whether a rank left before all had entered, counted in a window that stands here for
// that of rank 0.
#include "case_setup/check_order.hpp"

#include <gmock/gmock.h>

#include <array>
#include <utility>

#include "spy/calls.hpp"
#include "spy/run/machine.hpp"

namespace {

std::int64_t entered = 0;  ///< what the window holds
std::array<std::byte, 8> window;

}  // namespace

extern "C" {
int MPI_Win_allocate(MPI_Aint bytes, int, MPI_Info, MPI_Comm, void* memory, MPI_Win* made) {
  *static_cast<void**>(memory) = window.data();
  *made = spy::handle<MPI_Win>(64);
  return spy::note("window of {}", bytes);
}
int MPI_Win_set_errhandler(MPI_Win, MPI_Errhandler handler) {
  return spy::note("errors {}", handler == MPI_ERRORS_RETURN ? "return" : "end the job");
}
int MPI_Win_lock_all(int, MPI_Win) {
  return spy::note("lock");
}
int MPI_Win_unlock_all(MPI_Win) {
  return spy::note("unlock");
}
int MPI_Win_flush(int target, MPI_Win) {
  return spy::note("flush {}", target);
}
int MPI_Win_free(MPI_Win* made) {
  *made = MPI_WIN_NULL;
  return spy::note("free");
}
int MPI_Fetch_and_op(const void* operand, void* before, MPI_Datatype, int target, MPI_Aint at, MPI_Op op,
                     MPI_Win) {
  EXPECT_TRUE(target == 0 && at == 0);
  *static_cast<std::int64_t*>(before) = entered;
  const auto number = *static_cast<const std::int64_t*>(operand);
  if (op == MPI_REPLACE) entered = number;
  if (op == MPI_SUM) entered += number;
  return spy::note("{}", op == MPI_REPLACE ? "begin" : op == MPI_SUM ? "add" : "look");
}
}

namespace sonde::case_setup {
namespace {

using testing::ElementsAre;

/// A barrier that lets this rank go while `late` of the others have not entered it, who do so when all have
/// looked.
struct Barrier {
  int calls = 0, broken = -1, late = 0, line_ups_before = 0, line_ups_after = 1;
  int parts = 1, line_ups_between = 0;
  std::vector<std::string> loops;
};
Barrier barrier;

void cross(const Case& c, const Loop& loop, int line_ups_before) {
  if (barrier.calls == barrier.broken + 1) entered += std::exchange(barrier.late, 0);
  const std::int64_t before = entered;
  for (int i = 0; i < line_ups_before; ++i) loop.line_up(c, loop);
  EXPECT_EQ(entered, before) << "entered before the barrier";
  loop.line_up(c, loop);
  EXPECT_EQ(entered, before + 1);
  entered += c.size - 1 - (barrier.calls++ == barrier.broken ? barrier.late : 0);
  for (int i = 0; i < barrier.line_ups_after; ++i) loop.line_up(c, loop);
}

void measure_barrier(const Case& c, const Loop& loop, LoopSample&) {
  barrier.loops.push_back(fmt::format("{} calls, {} units{}{}", loop.batches.repetitions(),
                                      loop.computation.units, loop.computation.as_transfer ? " matched" : "",
                                      loop.between ? ", between" : ""));
  cross(c, loop, barrier.line_ups_before);
  for (int part = 1; part < barrier.parts; ++part) {
    loop.between();
    cross(c, loop, barrier.line_ups_between);
  }
}

struct CheckedOrder : testing::Test {
  CheckedOrder() {
    barrier = {};
    entered = 77;
    spy::calls.clear();
    c.comm = c.active = MPI_COMM_WORLD;
    c.rank = 1;
    c.size = 4;
    loop.batches = {5, 6, 7};
    loop.computation.units = 9;
    loop.computation.as_transfer = true;
    loop.between = [] {};
  }
  CheckResult checked(std::int64_t repetitions) {
    settings.check_repetitions = repetitions;
    const TableRun section = equal_lanes(row, 0, c.size, 1);
    const PlannedCase planned{&section, section.lanes[0], c.bytes};
    return check_order({settings, planned, team, memory, buffers}, {c, loop, 100, 1});
  }

  Benchmark row{.name = "Row",
                .summary = "one call",
                .expect = ExpectedContent::entered_by_all,
                .modes = {{Mode{"", Counting::per_sample, measure_barrier}}}};
  Settings settings;
  Team team;
  host::GrowingBuffer memory;
  Buffers buffers;
  Case c;
  Loop loop;
};

TEST_F(CheckedOrder, is_right_where_all_have_entered) {
  const auto result = checked(4);
  EXPECT_EQ(result.defects, 0);
  EXPECT_EQ(result.text, "");
  EXPECT_EQ(result.repetitions, 4);
  EXPECT_THAT(barrier.loops, ElementsAre("1 calls, 1 units, between", "1 calls, 1 units, between",
                                         "1 calls, 1 units, between", "1 calls, 1 units, between"));
}

TEST_F(CheckedOrder, is_counted_in_a_window_that_is_looked_at_after_each_barrier) {
  checked(1);
  EXPECT_THAT(spy::calls, ElementsAre("window of 8", "errors return", "lock", "begin", "flush 0", "add",
                                      "flush 0", "look", "flush 0", "unlock", "free"));
}

TEST_F(CheckedOrder, tells_the_first_barrier_that_was_left_early) {
  for (int broken = 0; broken < 5; ++broken) {
    barrier = {.broken = broken, .late = 2, .loops = {}};
    const auto result = checked(5);
    EXPECT_EQ(result.defects, 1);
    EXPECT_EQ(result.text,
              fmt::format("rank 1 left repetition {} when 2 of 4 ranks had entered it", broken + 1));
  }
}

TEST_F(CheckedOrder, of_persistent_barriers_counts_from_the_start_of_the_request) {
  row.needs.library = Feature::persistent_collectives;
  barrier.line_ups_before = 1;
  EXPECT_EQ(checked(4).defects, 0);
  EXPECT_EQ(barrier.calls, 4);
}

TEST_F(CheckedOrder, looks_after_each_start_of_a_request) {
  row.needs.library = Feature::persistent_collectives;
  for (int broken = 0; broken < 6; ++broken) {
    barrier = {.broken = broken, .late = 1, .line_ups_before = 1, .parts = 3, .loops = {}};
    const auto result = checked(2);
    EXPECT_EQ(result.defects, 1);
    EXPECT_EQ(result.text,
              fmt::format("rank 1 left repetition {} when 3 of 4 ranks had entered it", broken / 3 + 1));
  }
}

TEST_F(CheckedOrder, looks_before_and_after_the_computation_that_ranks_line_up_for) {
  row.overlapped = true;
  barrier = {.parts = 2, .line_ups_between = 1, .loops = {}};
  EXPECT_EQ(checked(3).defects, 0);
  for (int broken = 0; broken < 4; ++broken) {
    barrier = {.broken = broken, .late = 3, .parts = 2, .line_ups_between = 1, .loops = {}};
    EXPECT_EQ(checked(2).text,
              fmt::format("rank 1 left repetition {} when 1 of 4 ranks had entered it", broken / 2 + 1));
  }
}

}  // namespace
}  // namespace sonde::case_setup
