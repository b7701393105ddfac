// The benchmarks of sonde-mpi but Links: their calls, partners and order, and where the clock is read.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "catalog/find_benchmark.hpp"
#include "engine/own_start.hpp"
#include "mpi/error.hpp"
#include "patterns/catalog.hpp"
#include "spy/cluster_stand_ins.hpp"
#include "spy/golden_calls.hpp"

namespace {

using sonde::TransferClass;
using spy::Calls;
using testing::ElementsAre;

const sonde::Benchmark& row_of(std::string_view name) {
  return *sonde::find_benchmark(sonde::patterns::sonde_catalog(), name);
}

constexpr std::array<int, 4> neighbours{1, 2, 3, 4};

/// Contended rows as on a group of `size` ranks.
spy::Prepared prepared(const sonde::Benchmark& row, int rank, int size, int repetitions) {
  auto c = spy::make_case(rank, size, repetitions);
  c.flows = {row.flows, size, sonde::distance_of_pairs(size, 0), 5};
  c.neighbours = neighbours.data();
  c.loop.computation = {.burn = [](std::int64_t units) -> double { return spy::note("burn {}", units), 0; },
                        .units = 10};
  return c;
}

/// The calls of one repetition between two readings of the clock.
Calls inside(std::string_view name, int rank, int size, std::int64_t first = 0) {
  const auto& row = row_of(name);
  auto c = prepared(row, rank, size, 1);
  c.loop.first = first;
  c.steps.out.stride = c.steps.in.stride = 0;
  c.loop.role = sonde::role_of(row.needs.processes.roles, rank, size);
  spy::open_requests = 0;
  Calls calls = spy::calls_of(row.modes[0].measure, c);
  EXPECT_EQ(spy::open_requests, 0) << name << ": waits for every request that it starts";
  EXPECT_EQ(calls.front(), "line up");
  EXPECT_EQ(calls[1], "clock");
  EXPECT_EQ(calls.back(), "clock");
  return {calls.begin() + 2, calls.end() - 1};
}

std::string exchange(std::string_view to, std::string_view from) {
  return fmt::format("sendrecv out+0 8 byte to {} tag 1 in+0 8 byte from {} tag 1", to, from);
}

TEST(Contention, fixed_flows_are_one_call) {
  EXPECT_THAT(inside("Shift", 1, 6), ElementsAre(exchange("4", "4")));
  EXPECT_THAT(inside("Shift", 1, 5), ElementsAre(exchange("3", "4")));
  EXPECT_THAT(inside("Bitcomp", 1, 6), ElementsAre(exchange("4", "4")));
  EXPECT_THAT(inside("Tornado", 1, 8), ElementsAre(exchange("4", "6")));
  EXPECT_THAT(inside("Transpose", 1, 9), ElementsAre(exchange("3", "3")));
  EXPECT_THAT(inside("Bisect_worst", 5, 6), ElementsAre(exchange("2", "2")));
  EXPECT_THAT(inside("Contend", 1, 6), ElementsAre(exchange("4", "4")));
}

TEST(Contention, who_has_no_flow_calls_with_nobody) {
  EXPECT_THAT(inside("Bitcomp", 2, 5), ElementsAre(exchange("nobody", "nobody")));
  EXPECT_THAT(inside("Transpose", 10, 11), ElementsAre(exchange("nobody", "nobody")));
}

TEST(Contention, drawn_flows_follow_the_repetition) {
  for (const std::string_view name : {"Randperm", "Ebb", "Randring"})
    for (std::int64_t first = 0; first < 4; ++first) {
      const sonde::Ends ends = prepared(row_of(name), 3, 8, 1).flows.ends_of(3, first);
      EXPECT_THAT(inside(name, 3, 8, first),
                  ElementsAre(exchange(std::to_string(ends.to), std::to_string(ends.from))))
          << name;
    }
}

TEST(Contention, all_send_to_the_first_which_answers) {
  EXPECT_THAT(inside("Incast", 0, 3),
              ElementsAre("irecv in+0 8 byte from 1 tag 1", "irecv in+8 8 byte from 2 tag 1", "waitall 2",
                          "isend  1 char to 1 tag 1", "isend  1 char to 2 tag 1", "waitall 2"));
  EXPECT_THAT(inside("Incast", 2, 3),
              ElementsAre("send out+0 8 byte to 0 tag 1", "recv  1 char from 0 tag 1"));
}

TEST(Contention, the_first_sends_to_all_which_answer) {
  EXPECT_THAT(inside("Outcast", 0, 3),
              ElementsAre("isend out+0 8 byte to 1 tag 1", "isend out+0 8 byte to 2 tag 1", "waitall 2",
                          "irecv  1 char from 1 tag 1", "irecv  1 char from 2 tag 1", "waitall 2"));
  EXPECT_THAT(inside("Outcast", 2, 3),
              ElementsAre("recv in+0 8 byte from 0 tag 1", "send  1 char to 0 tag 1"));
}

/// What `rank` of `size` calls where only the pair of rank `alone` is at work.
Calls beside_one_pair(std::string_view name, int rank, int size, int alone, std::int64_t first = 0) {
  const auto& row = row_of(name);
  auto c = prepared(row, rank, size, 1);
  c.only_pair_of = alone;
  c.loop.first = first;
  c.steps.out.stride = c.steps.in.stride = 0;
  c.loop.role = sonde::role_of(row.needs.processes.roles, rank, size);
  const Calls calls = spy::calls_of(row.modes[0].measure, c);
  return {calls.begin() + 2, calls.end() - 1};
}

TEST(Alone, the_rank_and_who_sends_to_it_exchange_messages_and_the_others_do_nothing) {
  for (const auto& [name, sender] :
       std::array{std::pair("Shift", 4), std::pair("Bitcomp", 3), std::pair("Tornado", 4)}) {
    EXPECT_THAT(beside_one_pair(name, 1, 5, 1),
                ElementsAre(exchange(std::to_string(sender), std::to_string(sender))))
        << name;
    EXPECT_THAT(beside_one_pair(name, sender, 5, 1), ElementsAre(exchange("1", "1"))) << name;
    EXPECT_THAT(beside_one_pair(name, 0, 5, 1), ElementsAre(exchange("nobody", "nobody"))) << name;
  }
}

TEST(Alone, who_is_drawn_is_drawn_again) {
  for (const std::string_view name : {"Randperm", "Ebb", "Randring"})
    for (std::int64_t first = 0; first < 4; ++first) {
      const int sender = prepared(row_of(name), 3, 8, 1).flows.ends_of(3, first).from;
      EXPECT_THAT(beside_one_pair(name, 3, 8, 3, first),
                  ElementsAre(exchange(std::to_string(sender), std::to_string(sender))))
          << name;
      EXPECT_THAT(beside_one_pair(name, sender, 8, 3, first), ElementsAre(exchange("3", "3"))) << name;
    }
}

TEST(Alone, the_first_rank_meets_one_of_the_others) {
  EXPECT_THAT(beside_one_pair("Incast", 0, 5, 3), ElementsAre("irecv in+0 8 byte from 3 tag 1", "waitall 1",
                                                              "isend  1 char to 3 tag 1", "waitall 1"));
  EXPECT_THAT(beside_one_pair("Outcast", 0, 5, 3), ElementsAre("isend out+0 8 byte to 3 tag 1", "waitall 1",
                                                               "irecv  1 char from 3 tag 1", "waitall 1"));
}

TEST(Pairs, move_a_window_and_answer) {
  const auto window = [](int rank) {
    const auto& row = row_of("Rate_pairs");
    auto c = prepared(row, rank, 4, 1);
    c.in_flight = c.places = 2;
    c.loop.role = sonde::role_of(row.needs.processes.roles, rank, 4);
    Calls calls = spy::calls_of(row.modes[0].measure, c);
    return Calls(calls.begin() + 2, calls.end() - 1);
  };
  EXPECT_THAT(window(0), ElementsAre("isend out+0 8 byte to 2 tag 1", "isend out+8 8 byte to 2 tag 1",
                                     "waitall 2", "recv  1 char from 2 tag 1"));
  EXPECT_THAT(window(3), ElementsAre("irecv in+0 8 byte from 1 tag 1", "irecv in+8 8 byte from 1 tag 1",
                                     "waitall 2", "send  1 char to 1 tag 1"));
}

TEST(Threads, of_pairs_share_a_communicator_and_have_tags_of_their_own) {
  const auto pair = [](int rank, int thread) {
    const auto& row = row_of("PingPong_threads");
    auto c = prepared(row, rank, 2, 1);
    c.thread = thread;
    c.loop.role = sonde::role_of(row.needs.processes.roles, rank, 2);
    Calls calls = spy::calls_of(row.modes[0].measure, c);
    calls.erase(calls.begin(), std::ranges::find(calls, "clock") + 1);
    return Calls(calls.begin(), std::ranges::find(calls, "clock"));
  };
  EXPECT_THAT(pair(0, 0), ElementsAre("send out+0 8 byte to 1 tag 1", "recv in+0 8 byte from 1 tag 1"));
  EXPECT_THAT(pair(1, 0), ElementsAre("recv in+0 8 byte from 0 tag 1", "send out+0 8 byte to 0 tag 1"));
  EXPECT_THAT(pair(0, 3), ElementsAre("send out+0 8 byte to 1 tag 4", "recv in+0 8 byte from 1 tag 4"));
}

TEST(Fans, move_a_window_with_each_other_rank) {
  const auto window = [](std::string_view name, int rank) {
    const auto& row = row_of(name);
    auto c = prepared(row, rank, 3, 1);
    c.in_flight = c.places = 2;
    c.loop.role = sonde::role_of(row.needs.processes.roles, rank, 3);
    Calls calls = spy::calls_of(row.modes[0].measure, c);
    return Calls(calls.begin() + 2, calls.end() - 1);
  };
  EXPECT_THAT(window("Fan_in", 0),
              ElementsAre("irecv in+0 8 byte from 1 tag 1", "irecv in+8 8 byte from 1 tag 1",
                          "irecv in+16 8 byte from 2 tag 1", "irecv in+24 8 byte from 2 tag 1", "waitall 4",
                          "isend  1 char to 1 tag 2", "isend  1 char to 2 tag 2", "waitall 2"));
  EXPECT_THAT(window("Fan_in", 2),
              ElementsAre("isend out+0 8 byte to 0 tag 1", "isend out+8 8 byte to 0 tag 1", "waitall 2",
                          "recv  1 char from 0 tag 2"));
  EXPECT_THAT(window("Fan_out", 0),
              ElementsAre("isend out+0 8 byte to 1 tag 1", "isend out+8 8 byte to 1 tag 1",
                          "isend out+0 8 byte to 2 tag 1", "isend out+8 8 byte to 2 tag 1", "waitall 4",
                          "irecv  1 char from 1 tag 2", "irecv  1 char from 2 tag 2", "waitall 2"));
  EXPECT_THAT(window("Fan_out", 1),
              ElementsAre("irecv in+0 8 byte from 0 tag 1", "irecv in+8 8 byte from 0 tag 1", "waitall 2",
                          "send  1 char to 0 tag 2"));
}

TEST(Counters, of_all_are_one_element_of_the_first_ranks_window) {
  EXPECT_THAT(inside("Fetch_and_op_all", 2, 3),
              ElementsAre("fetch_and_op out+0 into in+0 at 0 of 0", "flush 0"));
}

TEST(WaysToSend, call_what_they_are_named_after) {
  EXPECT_THAT(inside("PingPong_nb", 0, 2),
              ElementsAre("isend out+0 8 byte to 1 tag 1", "wait", "irecv in+0 8 byte from 1 tag 1", "wait"));
  EXPECT_THAT(inside("PingPong_nb", 1, 2),
              ElementsAre("irecv in+0 8 byte from 0 tag 1", "wait", "isend out+0 8 byte to 0 tag 1", "wait"));
  EXPECT_THAT(inside("PingPong_ssend", 0, 2),
              ElementsAre("ssend out+0 8 byte to 1 tag 1", "recv in+0 8 byte from 1 tag 1"));
  EXPECT_THAT(inside("PingPong_mprobe", 1, 2),
              ElementsAre("mprobe from 0 tag 1", "mrecv in+0 8 byte", "send out+0 8 byte to 0 tag 1"));
}

TEST(WaysToSend, have_a_buffer_while_they_need_one) {
  const auto& row = row_of("PingPong_bsend");
  auto c = prepared(row, 0, 2, 1);
  c.loop.role = sonde::Role::first_half;
  EXPECT_THAT(spy::calls_of(row.modes[0].measure, c),
              ElementsAre("attach 16", "line up", "clock", "bsend out+0 8 byte to 1 tag 1",
                          "recv in+0 8 byte from 1 tag 1", "clock", "detach"));
}

TEST(WaysToSend, refuse_two_messages_that_no_buffer_can_hold) {
  const auto& row = row_of("PingPong_bsend");
  for (const std::int64_t bytes : {std::int64_t{1} << 30, std::int64_t{1} << 31, std::int64_t{1} << 32}) {
    auto c = prepared(row, 0, 2, 1);
    c.bytes = bytes;  // of which the int of MPI_Pack_size may be anything
    EXPECT_THROW(spy::calls_of(row.modes[0].measure, c), sonde::mpi::MpiError) << bytes;
  }
}

TEST(Neighbourhoods, are_those_of_the_grid_and_blocks_go_the_other_way) {
  const auto& row = row_of("Neighbor_alltoallw");
  auto c = prepared(row, 0, 6, 1);
  c.count = 2;
  c.type = MPI_FLOAT;
  EXPECT_THAT(
      spy::calls_of(row.modes[0].measure, c),
      ElementsAre("graph 4 from 1,2,3,4 to 2,1,4,3", "line up", "clock",
                  "neighbor_alltoallw out+0 2,2 at 0,24 float in+0 2,2 at 0,24 float", "clock", "free"));
}

TEST(Communicators, are_used_and_freed) {
  EXPECT_THAT(inside("Comm_dup", 1, 3), ElementsAre("dup", "barrier", "free"));
  EXPECT_THAT(inside("Comm_split", 1, 3), ElementsAre("split 0 1", "barrier", "free"));
  EXPECT_THAT(inside("Comm_idup", 1, 3), ElementsAre("idup", "wait", "barrier", "free"));
  EXPECT_EQ(spy::communicators, 0);
}

TEST(Communicators, of_grids_graphs_and_groups) {
  EXPECT_THAT(inside("Comm_create_group", 1, 3),
              ElementsAre("group", "create from group tag 0", "free group", "barrier", "free"));
  EXPECT_THAT(inside("Cart_create", 1, 6), ElementsAre("grid 3 x 2 periodic 1,1", "barrier", "free"));
  EXPECT_THAT(inside("Cart_create", 1, 7), ElementsAre("grid 7 x 1 periodic 1,1", "barrier", "free"));
  EXPECT_THAT(inside("Dist_graph_create_adjacent", 0, 5),
              ElementsAre("graph 2 from 4,1 to 4,1", "barrier", "free"));
  EXPECT_EQ(spy::communicators, 0);
}

TEST(Lives, of_windows_and_types) {
  EXPECT_THAT(inside("Win_allocate", 1, 3), ElementsAre("allocate window 8 unit 1", "free window"));
  EXPECT_THAT(inside("Type_commit", 1, 3),
              ElementsAre("vector 64 of 1 every 2 double", "commit", "free type"));
}

TEST(Lives, only_of_types_are_each_ranks_own_affair) {
  EXPECT_FALSE(sonde::ranks_wait(row_of("Type_commit"), 0));
  EXPECT_TRUE(sonde::ranks_wait(row_of("Comm_dup"), 0));
}

TEST(Start, is_told_as_it_was_whatever_the_loop) {
  auto& start = sonde::engine::own_start();
  start = {.main_began = 100.75,
           .init_seconds = 0.5,
           .first_message = 3e-3,
           .second_message = 1e-3,
           .first_alltoall = 5e-3,
           .second_alltoall = 4e-3};
  setenv("SONDE_T0", "100.5", 1);
  const auto told = [](std::string_view name) {
    const auto& row = row_of(name);
    auto c = prepared(row, 0, 4, 3);
    sonde::LoopSample sample;
    row.modes[0].measure(c, c.loop, sample);
    return sample.batch_seconds.at(0) / static_cast<double>(c.loop.batches.repetitions());
  };
  EXPECT_DOUBLE_EQ(told("Launch"), 0.25);
  EXPECT_DOUBLE_EQ(told("Init"), 0.5);
  EXPECT_DOUBLE_EQ(told("First_message"), 3e-3);
  EXPECT_DOUBLE_EQ(told("Second_message"), 1e-3);
  EXPECT_DOUBLE_EQ(told("First_alltoall"), 5e-3);
  EXPECT_DOUBLE_EQ(told("Second_alltoall"), 4e-3);
  setenv("SONDE_T0", "101", 1);  // by a clock that is ahead
  EXPECT_THROW(told("Launch"), sonde::engine::NotMeasuredAtStart);
  unsetenv("SONDE_T0");
  EXPECT_THROW(told("Launch"), sonde::engine::NotMeasuredAtStart);
  start.first_message.reset();
  EXPECT_THROW(told("First_message"), sonde::engine::NotMeasuredAtStart);
  start.second_alltoall.reset();
  EXPECT_THROW(told("Second_alltoall"), sonde::engine::NotMeasuredAtStart);
}

TEST(Start, memory_is_told_as_it_was_read) {
  auto& start = sonde::engine::own_start();
  const auto& row = row_of("Memory");
  auto c = prepared(row, 0, 4, 2);
  sonde::LoopSample sample;
  start.memory.reset();
  EXPECT_THROW(row.modes[0].measure(c, c.loop, sample), sonde::engine::NotMeasuredAtStart);
  start.memory.emplace();
  start.memory->at(3).own = 4711;
  start.memory_seconds = 0.25;
  row.modes[0].measure(c, c.loop, sample);
  EXPECT_EQ(sample.memory->at(3).own, 4711);
  EXPECT_DOUBLE_EQ(sample.batch_seconds.at(0), 0.5);
}

TEST(NonBlocking, starts_what_it_is_named_after_on_the_right_communicator) {
  EXPECT_THAT(inside("Iscan_pure", 1, 3), ElementsAre("iscan out+0 in+0 8 byte", "wait"));
  EXPECT_THAT(inside("Iexscan_pure", 1, 3), ElementsAre("iexscan out+0 in+0 8 byte", "wait"));
  EXPECT_THAT(inside("Ireduce_scatter_block_pure", 1, 3),
              ElementsAre("ireduce_scatter_block out+0 in+0 8 byte", "wait"));
  EXPECT_THAT(inside("Ialltoallw_pure", 1, 3),
              ElementsAre("ialltoallw out+0 8,8 at 0,8 byte in+0 8,8 at 0,8 byte", "wait"));
  const auto& row = row_of("Ineighbor_alltoallv_pure");
  EXPECT_THAT(
      spy::calls_of(row.modes[0].measure, prepared(row, 0, 6, 1)),
      ElementsAre("graph 4 from 1,2,3,4 to 2,1,4,3", "line up", "clock",
                  "ineighbor_alltoallv out+0 8,8 at 0,24 byte in+0 8,8 at 0,24", "wait", "clock", "free"));
}

TEST(Alltoallw, places_are_in_bytes) {
  const auto& row = row_of("Alltoallw");
  auto c = prepared(row, 0, 3, 1);
  c.count = 2;
  c.bytes = 8;
  c.type = MPI_FLOAT;
  EXPECT_THAT(
      spy::calls_of(row.modes[0].measure, c),
      ElementsAre("line up", "clock", "alltoallw out+0 2,2 at 0,8 float in+0 2,2 at 0,8 float", "clock"));
}

// Those with persistent and partitioned requests are in message_requests_test.cpp and
// started_collectives_test.cpp.
TEST(GoldenCalls, of_all_rows_but_links_are_those_that_were_looked_at) {
  std::vector<sonde::Benchmark> rows;
  std::ranges::copy_if(sonde::patterns::sonde_catalog(), std::back_inserter(rows), [](const auto& row) {
    const auto has = [&](std::string_view part) { return row.name.find(part) != row.name.npos; };
    return row.klass != TransferClass::links && !has("_init") && !has("_persist") && !has("Session") &&
           row.parameter != sonde::Parameter::partitions && !row.once && row.guideline.empty();
  });
  sonde::test::expect_golden("calls-sonde", spy::calls_of_rows(rows, prepared));
}

}  // namespace
