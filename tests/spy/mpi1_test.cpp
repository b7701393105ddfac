// Every benchmark of IMB-MPI1: its calls, their order, peers, roots and counts, and where the clock is read
// (guide 3.3, figures 1 to 4).
#include <gmock/gmock.h>

#include <algorithm>
#include <string_view>

#include "mpi/error.hpp"
#include "patterns/catalog.hpp"
#include "spy/golden_calls.hpp"
#include "spy/message_stand_ins.hpp"

namespace {

using spy::Calls;
using testing::ElementsAre;
using testing::HasSubstr;

const sonde::Benchmark& row_of(std::string_view name) {
  const auto rows = sonde::patterns::mpi1_catalog();
  const auto row = std::ranges::find(rows, name, &sonde::Benchmark::name);
  EXPECT_NE(row, rows.end()) << name;
  return *row;
}
sonde::Measure measure_of(std::string_view name) {
  return row_of(name).modes[0].measure;
}

Calls run(std::string_view name, int rank, int size, int repetitions = 1) {
  auto c = spy::make_case(rank, size, repetitions);
  c.loop.role = sonde::role_of(row_of(name).needs.processes.roles, rank, size);
  spy::open_requests = 0;
  auto calls = spy::calls_of(measure_of(name), c);
  EXPECT_EQ(spy::open_requests, 0) << name << ": waits for every request that it starts";
  return calls;
}

/// As run, with the counts and places of a vector collective of two ranks: 8 bytes each, or 5 and 3 floats.
Calls run_vector(std::string_view name, int rank, bool share = false) {
  static constexpr std::array<int, 2> equal{8, 8}, places{0, 8}, shares{5, 3};
  auto c = spy::make_case(rank, 2, 1);
  c.counts = share ? shares.data() : equal.data();
  c.displacements = places.data();
  c.vector_type = share ? MPI_FLOAT : MPI_BYTE;
  return spy::calls_of(measure_of(name), c);
}

TEST(PingPong, first_rank_sends_then_receives) {
  EXPECT_THAT(
      run("PingPong", 0, 2, 2),
      ElementsAre("line up", "clock", "send out+0 8 byte to 1 tag 1", "recv in+0 8 byte from 1 tag 1",
                  "clock", "send out+64 8 byte to 1 tag 1", "recv in+64 8 byte from 1 tag 1", "clock"));
}

TEST(PingPong, second_rank_receives_then_sends) {
  EXPECT_THAT(run("PingPong", 1, 2), ElementsAre("line up", "clock", "recv in+0 8 byte from 0 tag 1",
                                                 "send out+0 8 byte to 0 tag 1", "clock"));
}

TEST(PingPong, a_rank_without_a_partner_lines_up_and_does_nothing) {
  EXPECT_THAT(run("PingPong", 2, 3), ElementsAre("line up"));
}

TEST(PingPong, takes_its_role_from_the_loop) {
  auto c = spy::make_case(0, 2, 1);
  c.loop.role = sonde::Role::second_half;
  EXPECT_EQ(spy::calls_of(measure_of("PingPong"), c)[2], "recv in+0 8 byte from 1 tag 1");
}

TEST(PingPing, sends_before_it_receives_and_waits_last) {
  for (int rank : {0, 1}) {
    const auto peer = fmt::format("{}", 1 - rank);
    EXPECT_THAT(run("PingPing", rank, 2),
                ElementsAre("line up", "clock", "isend out+0 8 byte to " + peer + " tag 1",
                            "recv in+0 8 byte from " + peer + " tag 1", "wait", "clock"));
  }
}

TEST(Sendrecv, sends_right_and_receives_from_the_left_of_a_ring) {
  EXPECT_EQ(run("Sendrecv", 0, 3)[2], "sendrecv out+0 8 byte to 1 tag 1 in+0 8 byte from 2 tag 1");
  EXPECT_EQ(run("Sendrecv", 2, 3)[2], "sendrecv out+0 8 byte to 0 tag 1 in+0 8 byte from 1 tag 1");
  EXPECT_EQ(run("Sendrecv", 0, 1)[2], "sendrecv out+0 8 byte to 0 tag 1 in+0 8 byte from 0 tag 1");
}

TEST(Exchange, sends_two_distinct_messages_and_receives_two) {
  auto c = spy::make_case(1, 3, 1);
  c.second_out = 8;
  c.second_in = 16;
  EXPECT_THAT(
      spy::calls_of(measure_of("Exchange"), c),
      ElementsAre("line up", "clock", "isend out+0 8 byte to 2 tag 1", "isend out+8 8 byte to 0 tag 1",
                  "recv in+0 8 byte from 0 tag 1", "recv in+16 8 byte from 2 tag 1", "waitall 2", "clock"));
}

TEST(Rooted, the_root_goes_round) {
  EXPECT_THAT(run("Bcast", 1, 2, 3),
              ElementsAre("line up", "clock", "bcast in+0 8 byte root 0", "clock",
                          "bcast in+64 8 byte root 1", "clock", "bcast in+128 8 byte root 0", "clock"));
  EXPECT_EQ(run("Scatter", 0, 2, 2)[4], "scatter out+64 8 byte in+64 8 root 1");
  EXPECT_EQ(run("Gather", 0, 2, 2)[4], "gather out+64 8 byte in+64 8 root 1");
  EXPECT_EQ(run("Reduce", 0, 2, 2)[4], "reduce out+64 in+64 8 byte sum root 1");
}

TEST(Rooted, a_fixed_root_stays) {
  auto c = spy::make_case(0, 2, 3);
  c.steps.roots.stride = 0;
  const auto calls = spy::calls_of(measure_of("Bcast"), c);
  EXPECT_EQ(calls[6], "bcast in+128 8 byte root 0");
}

TEST(Collectives, make_one_call_a_repetition) {
  EXPECT_THAT(run("Allgather", 1, 2),
              ElementsAre("line up", "clock", "allgather out+0 8 byte in+0 8", "clock"));
  EXPECT_THAT(run("Alltoall", 1, 2),
              ElementsAre("line up", "clock", "alltoall out+0 8 byte in+0 8", "clock"));
  EXPECT_THAT(run("Allreduce", 1, 2),
              ElementsAre("line up", "clock", "allreduce out+0 in+0 8 byte sum", "clock"));
  EXPECT_THAT(run("Barrier", 1, 2), ElementsAre("line up", "clock", "barrier", "clock"));
}

TEST(VectorCollectives, pass_counts_and_places_per_rank) {
  EXPECT_EQ(run_vector("Allgatherv", 0)[2], "allgatherv out+0 8 byte in+0 8,8 at 0,8");
  EXPECT_EQ(run_vector("Scatterv", 0)[2], "scatterv out+0 8,8 at 0,8 byte in+0 8 root 0");
  EXPECT_EQ(run_vector("Gatherv", 1)[2], "gatherv out+0 8 byte in+0 8,8 at 0,8 root 0");
  EXPECT_EQ(run_vector("Alltoallv", 1)[2], "alltoallv out+0 8,8 at 0,8 byte in+0 8,8 at 0,8");
  EXPECT_EQ(run_vector("Reduce_scatter", 1, true)[2], "reduce_scatter out+0 in+0 5,3 float sum");
}

TEST(Loop, goes_on_where_the_repetitions_before_it_have_ended) {
  auto c = spy::make_case(0, 2, 2);
  c.loop.first = 63;  // of 64 slots and 2 ranks
  EXPECT_THAT(spy::calls_of(measure_of("Scatter"), c),
              ElementsAre("line up", "clock", "scatter out+4032 8 byte in+4032 8 root 1", "clock",
                          "scatter out+0 8 byte in+0 8 root 0", "clock"));
}

TEST(Clock, is_read_only_between_batches) {
  auto c = spy::make_case(0, 2, 1);
  c.loop.batches = {2, 2, 3};
  EXPECT_THAT(spy::calls_of(measure_of("Barrier"), c),
              ElementsAre("line up", "clock", "barrier", "barrier", "clock", "barrier", "barrier", "barrier",
                          "clock"));
}

TEST(Clock, is_read_around_every_call_under_sync_and_ranks_line_up_outside) {
  auto c = spy::make_case(0, 2, 2);
  c.loop.clocking = sonde::engine::Clocking::each_call;
  EXPECT_THAT(
      spy::calls_of(measure_of("Barrier"), c),
      ElementsAre("line up", "clock", "barrier", "clock", "between", "clock", "barrier", "clock", "between"));
}

TEST(Clock, has_nothing_more_between_its_readings_where_calls_are_counted) {
  auto c = spy::make_case(0, 2, 3);
  c.loop.clocking = sonde::engine::Clocking::each_call;
  const auto plain = spy::calls_of(measure_of("Barrier"), c);
  c.loop.keeps_calls = true;
  EXPECT_EQ(spy::calls_of(measure_of("Barrier"), c), plain);
}

TEST(Clock, counts_every_call_by_itself_the_first_batch_apart) {
  auto c = spy::make_case(0, 2, 1);
  c.loop.batches = {3, 2, 5};
  c.loop.clocking = sonde::engine::Clocking::each_call;
  c.loop.keeps_calls = true;
  sonde::LoopSample sample;
  measure_of("Barrier")(c, c.loop, sample);
  EXPECT_EQ(sample.first_calls.total(), 2);
  EXPECT_EQ(sample.further_calls.total(), 7);
  measure_of("Barrier")(c, c.loop, sample);
  EXPECT_EQ(sample.further_calls.total(), 7);
}

TEST(Catalog, is_covered_by_these_tests) {
  EXPECT_EQ(sonde::patterns::mpi1_catalog().size(), 17U + 8U);
}

TEST(Sources, receive_any_tag_from_the_peer_or_from_anybody) {
  spy::sender = 1;
  EXPECT_THAT(run("PingPongSpecificSource", 0, 2),
              ElementsAre("line up", "clock", "send out+0 8 byte to 1 tag 1",
                          "recv in+0 8 byte from 1 tag any", "clock"));
  EXPECT_THAT(run("PingPingAnySource", 0, 2),
              ElementsAre("line up", "clock", "isend out+0 8 byte to 1 tag 1",
                          "recv in+0 8 byte from anybody tag any", "wait", "clock"));
  spy::sender = 0;
  EXPECT_EQ(run("PingPongAnySource", 1, 2)[2], "recv in+0 8 byte from anybody tag any");
}

TEST(Sources, look_at_the_status_after_the_clock) {
  spy::sender = 0;
  EXPECT_THROW(run("PingPongAnySource", 0, 2), sonde::mpi::MpiError);
  spy::sender = 1;
  spy::received = 7;
  EXPECT_THROW(run("PingPingSpecificSource", 0, 2), sonde::mpi::MpiError);
  spy::received = 8;
}

Calls run_band(std::string_view name, int rank, int size, int messages = 2, int places = 2) {
  auto c = spy::make_case(rank, size, 1);
  c.in_flight = messages;
  c.places = places;
  c.loop.role = sonde::role_of(row_of(name).needs.processes.roles, rank, size);
  return spy::calls_of(measure_of(name), c);
}

TEST(Bands, send_a_window_and_wait_for_one_answer) {
  EXPECT_THAT(run_band("Uniband", 1, 4), ElementsAre("line up", "clock", "isend out+0 8 byte to 3 tag 1",
                                                     "isend out+8 8 byte to 3 tag 1", "waitall 2",
                                                     "recv  1 char from 3 tag 1", "clock"));
  EXPECT_THAT(run_band("Uniband", 2, 4),
              ElementsAre("line up", "clock", "irecv in+0 8 byte from 0 tag 1",
                          "irecv in+8 8 byte from 0 tag 1", "waitall 2", "send  1 char to 0 tag 1", "clock"));
}

TEST(Bands, exchange_windows_in_both_directions) {
  EXPECT_THAT(
      run_band("Biband", 0, 3),
      ElementsAre("line up", "clock", "irecv in+0 8 byte from 1 tag 1", "irecv in+8 8 byte from 1 tag 1",
                  "isend out+0 8 byte to 1 tag 1", "isend out+8 8 byte to 1 tag 1", "waitall 4",
                  "recv  1 char from 1 tag 1", "clock"));
  EXPECT_THAT(run_band("Biband", 2, 3), ElementsAre("line up")) << "an odd rank is idle";
}

TEST(Bands, begin_with_the_first_place_again_where_there_are_fewer_than_messages) {
  EXPECT_THAT(run_band("Uniband", 0, 2, 5, 2),
              ElementsAre("line up", "clock", HasSubstr("out+0 "), HasSubstr("out+8 "), HasSubstr("out+0 "),
                          HasSubstr("out+8 "), HasSubstr("out+0 "), "waitall 5", "recv  1 char from 1 tag 1",
                          "clock"));
  EXPECT_THAT(run_band("Biband", 1, 2, 3, 1),
              ElementsAre("line up", "clock", HasSubstr("in+0 "), HasSubstr("in+0 "), HasSubstr("in+0 "),
                          HasSubstr("out+0 "), HasSubstr("out+0 "), HasSubstr("out+0 "), "waitall 6",
                          "send  1 char to 0 tag 1", "clock"));
}

TEST(LaterReductions, make_one_call_a_repetition) {
  EXPECT_EQ(run("Reduce_local", 0, 2)[2], "reduce_local out+0 in+0 8 byte sum");
  EXPECT_EQ(run("Reduce_scatter_block", 0, 2)[2], "reduce_scatter_block out+0 in+0 8 byte sum");
}

TEST(Golden, calls_of_every_row) {
  const auto prepare = [](const sonde::Benchmark&, int rank, int size, int repetitions) {
    spy::sender = 1 - rank;
    auto c = spy::make_case(rank, size, repetitions);
    c.in_flight = c.places = 2;
    return c;
  };
  sonde::test::expect_golden("calls-mpi1", spy::calls_of_rows(sonde::patterns::mpi1_catalog(), prepare));
  spy::sender = 1;
}

}  // namespace
