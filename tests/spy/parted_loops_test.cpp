// Messages that become ready part by part: how a computation is shared out between the parts, and the loop
// over them.
#include "engine/parted_loops.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "spy/calls.hpp"

namespace {

using sonde::engine::BurnShare;
using sonde::engine::shares_of;
using testing::ElementsAre;

/// "3>0 4>test": units and what follows.
std::string text(const std::vector<BurnShare>& shares) {
  std::string out;
  for (const BurnShare& s : shares)
    out += fmt::format("{}{}>{}", out.empty() ? "" : " ", s.units,
                       s.part < 0 ? "test" : fmt::format("{}", s.part));
  return out;
}

TEST(Shares, are_as_even_as_can_be_and_in_order) {
  EXPECT_EQ(text(shares_of(9, 3, 0)), "3>0 3>1 3>2");
  EXPECT_EQ(text(shares_of(10, 3, 0)), "3>0 3>1 4>2");
  EXPECT_EQ(text(shares_of(1, 3, 0)), "0>0 0>1 1>2");
  EXPECT_EQ(text(shares_of(7, 1, 0)), "7>0");
}

TEST(Shares, are_cut_by_tests_in_even_distances) {
  EXPECT_EQ(text(shares_of(12, 3, 1)), "4>0 2>test 2>1 4>2");
  EXPECT_EQ(text(shares_of(12, 2, 3)), "3>test 3>0 0>test 3>test 3>1");
  EXPECT_EQ(text(shares_of(0, 2, 2)), "0>0 0>test 0>test 0>1");
}

TEST(Shares, lose_nothing_however_many_there_are) {
  for (const std::int64_t units : {0L, 1L, 7L, 1000L, std::int64_t{1} << 60})
    for (const int parts : {1, 2, 8, 65536})
      for (const std::int64_t tests : {0L, 1L, 5L, 1000L}) {
        std::int64_t all = 0, tested = 0;
        int part = 0;
        for (const BurnShare& s : shares_of(units, parts, tests)) {
          ASSERT_GE(s.units, 0);
          all += s.units;
          if (s.part < 0)
            ++tested;
          else
            ASSERT_EQ(s.part, part++);
        }
        EXPECT_EQ(all, units);
        EXPECT_EQ(tested, tests);
        EXPECT_EQ(part, parts);
      }
}

struct Noted {
  struct Context {
    static Context of(const sonde::Case&) { return {}; }
  };
  using Handle = int;
  static Handle start(const Context&, const sonde::engine::Slot& s) {
    return spy::note("start {}", spy::place(s.out));
  }
  static int parts(const Context&) { return 2; }
  static void ready(const Context&, Handle&, int part) { spy::note("ready {}", part); }
  static void finish(const Context&, const sonde::engine::Slot& s, Handle&) {
    spy::note("finish {}", spy::place(s.out));
  }
  static void test(Handle&) { spy::note("test"); }
};

spy::Prepared prepared(std::int64_t tests) {
  auto c = spy::make_case(0, 2, 2);
  c.loop.computation = {.burn = [](std::int64_t units) -> double { return spy::note("burn {}", units), 0; },
                        .units = 8,
                        .tests = tests};
  c.loop.between = [] { spy::note("look"); };
  return c;
}

TEST(Parts, are_sent_without_computation_then_each_after_its_share) {
  EXPECT_THAT(
      spy::calls_of(sonde::engine::measure_parts_beside<Noted>, prepared(0)),
      ElementsAre("line up", "clock", "start out+0", "ready 0", "ready 1", "finish out+0", "clock",
                  "start out+64", "ready 0", "ready 1", "finish out+64", "clock", "look", "line up", "clock",
                  "burn 8", "clock", "line up", "clock", "start out+0", "burn 4", "ready 0", "burn 4",
                  "ready 1", "finish out+0", "clock", "start out+64", "burn 4", "ready 0", "burn 4",
                  "ready 1", "finish out+64", "clock", "line up", "clock", "burn 8", "clock"));
}

TEST(Parts, have_tests_between_them_whose_time_is_told) {
  const auto c = prepared(3);
  sonde::LoopSample sample;
  spy::calls.clear();
  sonde::engine::measure_parts_beside<Noted>(c, c.loop, sample);
  const auto begin = std::ranges::find(spy::calls, "burn 2");
  ASSERT_GE(spy::calls.end() - begin, 15);
  EXPECT_THAT((spy::Calls(begin, begin + 15)),
              ElementsAre("burn 2", "clock", "test", "clock", "burn 2", "ready 0", "burn 0", "clock", "test",
                          "clock", "burn 2", "clock", "test", "clock", "burn 2"));
  EXPECT_EQ(sample.tested, 6.0);
}

/// A wire that takes a second for each part, and a processor that takes one for each unit.
struct Machine {
  bool early = true;  ///< parts leave as soon as they are ready, else all after the last one
  int parts = 4;
  double now = 0, wire_free = 0;
  bool runs = false;
} machine;

struct Wired : Noted {
  static Handle start(const Context&, const sonde::engine::Slot&) {
    machine.wire_free = machine.now;
    return 0;
  }
  static int parts(const Context&) { return machine.parts; }
  static void ready(const Context&, Handle& waiting, int part) {
    ++waiting;
    if (!machine.early && part + 1 < machine.parts) return;
    machine.wire_free = std::max(machine.wire_free, machine.now) + waiting;
    waiting = 0;
  }
  static void finish(const Context&, const sonde::engine::Slot&, Handle&) {
    machine.now = std::max(machine.now, machine.wire_free);
  }
};

/// The overlap in per cent over the shorter time.
double overlap(const Machine& how, std::int64_t units) {
  machine = how;
  machine.runs = true;
  auto c = prepared(0);
  c.loop.computation.burn = [](std::int64_t burnt) { return machine.now += static_cast<double>(burnt); };
  c.loop.computation.units = units;
  sonde::LoopSample sample;
  sonde::engine::measure_parts_beside<Wired>(c, c.loop, sample);
  machine.runs = false;
  EXPECT_DOUBLE_EQ(sample.pure, 2.0 * how.parts);
  EXPECT_DOUBLE_EQ(sample.cpu, 2.0 * static_cast<double>(units));
  return 100 * (sample.pure + sample.cpu - sample.overlapped) / std::min(sample.pure, sample.cpu);
}

TEST(Overlap, of_early_parts_is_all_but_the_last_of_them) {
  EXPECT_DOUBLE_EQ(overlap({.early = true}, 4), 75);
  EXPECT_DOUBLE_EQ(overlap({.early = true, .parts = 8}, 8), 87.5);
  EXPECT_DOUBLE_EQ(overlap({.early = true}, 40), 75);
  EXPECT_DOUBLE_EQ(overlap({.early = true, .parts = 1}, 4), 0);
}

TEST(Overlap, of_parts_that_leave_together_is_none) {
  EXPECT_DOUBLE_EQ(overlap({.early = false}, 4), 0);
  EXPECT_DOUBLE_EQ(overlap({.early = false, .parts = 8}, 80), 0);
}

}  // namespace

extern "C" double MPI_Wtime() {
  return machine.runs ? machine.now : spy_now();
}
