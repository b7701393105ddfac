// Benchmarks of a plug-in: what the loops call, in which order, with which slots, and where the clock is
// read.
#include "patterns/own.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "engine/own_call.hpp"
#include "spy/calls.hpp"

namespace {

using sonde::engine::OwnCall;
using sonde::engine::OwnError;
using spy::Calls;
using testing::ElementsAre;

int write_down(const char* function, const sonde_slot* s) {
  return spy::note("{} {} {} step {} root {}", function, spy::place(s->send), spy::place(s->receive), s->step,
                   s->root);
}
int repetition(const sonde_case*, const sonde_slot* s) {
  return write_down("repetition", s);
}
int active(const sonde_case*, const sonde_slot* s) {
  return write_down("active", s);
}
int passive(const sonde_case*, const sonde_slot* s) {
  return write_down("passive", s);
}
int start(const sonde_case*, const sonde_slot* s) {
  return write_down("start", s);
}
int finish(const sonde_case*, const sonde_slot* s) {
  return write_down("finish", s);
}
int refuse(const sonde_case*, const sonde_slot*) {
  return MPI_ERR_OTHER;
}

struct Own {
  sonde_benchmark row{};
  sonde_case facts{};
  sonde::engine::OwnWords words;
  OwnCall call{&row, &facts, &words};
  spy::Prepared prepared = spy::make_case(0, 3, 2);

  Own() {
    row.name = "Mine";
    prepared.own = &call;
  }
  Calls calls() { return spy::calls_of(sonde::patterns::own_mode(row).measure, prepared); }
};

TEST(Own, a_repetition_is_called_once_a_slot_between_readings_of_the_clock) {
  Own own;
  own.row.repetition = repetition;
  EXPECT_THAT(own.calls(), ElementsAre("line up", "clock", "repetition out+0 in+0 step 0 root 0", "clock",
                                       "repetition out+64 in+64 step 1 root 1", "clock"));
}

TEST(Own, a_later_loop_goes_on_with_its_steps) {
  Own own;
  own.row.repetition = repetition;
  own.prepared.loop.first = 5;
  own.prepared.loop.batches = {1, 1, 1};
  EXPECT_THAT(own.calls(),
              ElementsAre("line up", "clock", "repetition out+320 in+320 step 5 root 2", "clock"));
}

TEST(Own, each_half_of_pairs_has_its_function) {
  Own own;
  own.row.active = active;
  own.row.passive = passive;
  own.prepared.loop.batches = {1, 1, 1};
  own.prepared.loop.role = sonde::Role::first_half;
  EXPECT_THAT(own.calls(), ElementsAre("line up", "clock", "active out+0 in+0 step 0 root 0", "clock"));
  own.prepared.loop.role = sonde::Role::second_half;
  EXPECT_THAT(own.calls(), ElementsAre("line up", "clock", "passive out+0 in+0 step 0 root 0", "clock"));
  own.prepared.loop.role = sonde::Role::idle;
  EXPECT_THAT(own.calls(), ElementsAre("line up"));
}

TEST(Own, what_is_started_is_finished_in_the_same_slot_after_the_computation) {
  Own own;
  own.row.start = start;
  own.row.finish = finish;
  own.prepared.loop.batches = {1, 1, 1};
  own.prepared.loop.computation = {.burn = [](std::int64_t) -> double { return spy::note("burn"), 0; },
                                   .units = 1};
  const Calls calls = own.calls();
  const Calls beside{"start out+0 in+0 step 0 root 0", "burn", "finish out+0 in+0 step 0 root 0"};
  EXPECT_NE(std::search(calls.begin(), calls.end(), beside.begin(), beside.end()), calls.end());
  EXPECT_EQ(std::ranges::count(calls, beside.front()), 2) << "alone, and beside computation";
}

TEST(Own, an_error_says_which_function_of_which_benchmark) {
  Own own;
  own.row.repetition = refuse;
  own.words.said = "no more today";
  try {
    static_cast<void>(own.calls());
    FAIL() << "the error is not told";
  } catch (const OwnError& error) {
    EXPECT_STREQ(error.what(), "the repetition of Mine: no more today");
  }
}

}  // namespace

extern "C" double MPI_Wtime() {
  return spy_now();
}
extern "C" int MPI_Error_string(int, char* text, int* length) {
  *text = 'e';
  *length = 1;
  return MPI_SUCCESS;
}
extern "C" int MPI_Comm_rank(MPI_Comm, int* rank) {
  *rank = 0;
  return MPI_SUCCESS;
}
extern "C" int MPI_Allreduce(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm) {
  return MPI_SUCCESS;
}
