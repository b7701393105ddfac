// What a pattern keeps around its loop: made before the ranks line up, gone after the last clock reading,
// also when a call has thrown.
#include <gmock/gmock.h>

#include <algorithm>
#include <string_view>

#include "catalog/find_benchmark.hpp"
#include "engine/loops.hpp"
#include "mpi/error.hpp"
#include "patterns/catalog.hpp"
#include "spy/message_stand_ins.hpp"

namespace {

using testing::ElementsAre;

struct Keeper {
  struct LoopState {
    int bytes;
    LoopState(const sonde::Case& c, const sonde::Loop& loop) : bytes(static_cast<int>(c.bytes)) {
      spy::note("keep for {}", loop.batches.repetitions());
    }
    ~LoopState() { spy::note("let go"); }
  };
  struct Context {
    const LoopState* kept;
    static Context of(const sonde::Case&, const LoopState& kept) { return {&kept}; }
  };
  static void repetition(const Context& c, const sonde::engine::Slot&) {
    spy::note("use {}", c.kept->bytes);
    sonde::mpi::ok(spy::result_of("use"), "use");
  }
};

/// The case of a benchmark in which one call fails: what was called. No request must be left.
spy::Calls failing(std::string_view benchmark, std::string_view call) {
  spy::open_requests = 0;
  spy::to_fail = call;
  const auto& row = *sonde::find_benchmark(sonde::patterns::mpi1_catalog(), benchmark);
  EXPECT_THROW(spy::calls_of(row.modes[0].measure, spy::make_case(0, 2, 2)), sonde::mpi::MpiError)
      << benchmark << " " << call;
  spy::to_fail = {};
  EXPECT_EQ(spy::open_requests, 0) << benchmark << " " << call;
  return spy::calls;
}

TEST(LoopState, stands_around_the_loop_and_is_what_the_context_sees) {
  EXPECT_THAT(spy::calls_of(sonde::engine::measure<Keeper>, spy::make_case(0, 2, 2)),
              ElementsAre("keep for 2", "line up", "clock", "use 8", "clock", "use 8", "clock", "let go"));
}

TEST(LoopState, is_let_go_when_a_call_throws) {
  spy::to_fail = "use";
  EXPECT_THROW(spy::calls_of(sonde::engine::measure<Keeper>, spy::make_case(0, 2, 2)), sonde::mpi::MpiError);
  spy::to_fail = {};
  EXPECT_THAT(spy::calls, ElementsAre("keep for 2", "line up", "clock", "use 8", "let go"));
}

TEST(LoopState, ping_ping_leaves_no_request_behind) {
  EXPECT_THAT(failing("PingPing", "recv"), testing::IsSupersetOf({"cancel", "free"}));
  EXPECT_THAT(failing("PingPing", "wait"), testing::IsSupersetOf({"cancel", "free"}));
  EXPECT_THAT(failing("PingPing", "isend"), testing::Not(testing::Contains("free")));
}

TEST(LoopState, exchange_leaves_no_request_behind) {
  const auto calls = failing("Exchange", "recv");
  EXPECT_EQ(std::ranges::count(calls, "cancel"), 2);
  EXPECT_EQ(std::ranges::count(calls, "free"), 2);
  EXPECT_EQ(std::ranges::count(failing("Exchange", "waitall"), "free"), 1);
}

TEST(LoopState, a_loop_that_ends_well_frees_nothing) {
  for (const char* name : {"PingPing", "Exchange"}) {
    const auto& row = *sonde::find_benchmark(sonde::patterns::mpi1_catalog(), name);
    EXPECT_THAT(spy::calls_of(row.modes[0].measure, spy::make_case(0, 2, 2)),
                testing::Not(testing::Contains("free")));
    EXPECT_EQ(spy::open_requests, 0);
  }
}

}  // namespace
