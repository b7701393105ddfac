// PingPong, Exchange and windows of sonde-mpi by persistent requests: made before the ranks line up, one set
// for each place that the loop comes by, started again and again, freed in the end.
#include <gmock/gmock.h>

#include <functional>
#include <string_view>
#include <utility>

#include "catalog/find_benchmark.hpp"
#include "mpi/partitioned_calls.hpp"
#include "patterns/catalog.hpp"
#include "spy/calls.hpp"

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

int requests = 0;  ///< made
int freed = 0;

int numbered(const MPI_Request& request) {
  for (int i = 1; i <= requests; ++i)
    if (request == spy::handle<MPI_Request>(i)) return i;
  return 0;
}
int make_request(MPI_Request* request) {
  *request = spy::handle<MPI_Request>(++requests);
  return MPI_SUCCESS;
}

/// The calls of a row on a rank of `size`; places come round after two repetitions. `between`: where a check
/// looks on.
spy::Calls calls_of_row(std::string_view name, int rank, int size, int repetitions,
                        std::function<void()> between = nullptr) {
  const auto& row = *sonde::find_benchmark(sonde::patterns::sonde_catalog(), name);
  auto c = spy::make_case(rank, size, repetitions);
  c.steps.roots.stride = 0;
  c.steps.out.end = spy::out.data() + 128;
  c.steps.in.end = spy::in.data() + 128;
  c.second_out = 8;
  c.in_flight = c.places = 2;
  c.partitions = row.parameter == sonde::Parameter::partitions ? 3 : 1;
  c.loop.computation = {.burn = [](std::int64_t units) -> double { return spy::note("burn {}", units), 0; },
                        .units = 10};
  c.loop.role = sonde::role_of(row.needs.processes.roles, rank, size);
  c.loop.between = std::move(between);
  requests = freed = 0;
  auto calls = spy::calls_of(row.modes[0].measure, c);
  EXPECT_EQ(freed, requests);
  return calls;
}

TEST(MessageRequests, of_ping_pong_are_started_in_turn) {
  EXPECT_THAT(calls_of_row("PingPong_init", 0, 2, 3),
              ElementsAre("1: recv in+0 8 from 1 tag 1", "2: send out+0 8 to 1 tag 1",
                          "3: recv in+64 8 from 1 tag 1", "4: send out+64 8 to 1 tag 1", "line up", "clock",
                          "start 1", "start 2", "waitall 1 2", "clock", "start 3", "start 4", "waitall 3 4",
                          "clock", "start 1", "start 2", "waitall 1 2", "clock"));
  EXPECT_THAT(calls_of_row("PingPong_init", 1, 2, 1),
              ElementsAre("1: recv in+0 8 from 0 tag 1", "2: send out+0 8 to 0 tag 1", "line up", "clock",
                          "start 1", "wait 1", "start 2", "wait 2", "clock"));
}

TEST(MessageRequests, are_started_again_from_the_first_place_on_where_a_check_looks_on) {
  const auto look = [] { spy::note("look"); };
  EXPECT_THAT(calls_of_row("Exchange_init", 0, 2, 1, look),
              ElementsAre(HasSubstr("recv"), HasSubstr("recv"), HasSubstr("send"), HasSubstr("send"),  //
                          "line up", "clock", "startall 1 2 3 4", "waitall 1 2 3 4", "clock", "look",  //
                          "line up", "clock", "startall 1 2 3 4", "waitall 1 2 3 4", "clock", "look",  //
                          "line up", "clock", "startall 1 2 3 4", "waitall 1 2 3 4", "clock"));
  for (const auto* const name : {"PingPong_init", "Uniband_init", "Biband_init"}) {
    const auto calls = calls_of_row(name, 1, 2, 3, look);
    const auto first = std::ranges::find(calls, "look");
    ASSERT_NE(first, calls.end()) << name;
    const auto second = std::find(first + 1, calls.end(), "look");
    EXPECT_TRUE(std::equal(first, second, second, calls.end())) << name;
    const auto begin = std::ranges::find(calls, "line up");
    EXPECT_TRUE(std::equal(begin, first, first + 1, second)) << name;
  }
}

TEST(MessageRequests, of_exchange_tell_both_neighbours_apart) {
  EXPECT_THAT(calls_of_row("Exchange_init", 0, 2, 1),
              ElementsAre("1: recv in+0 8 from 1 tag 1", "2: recv in+8 8 from 1 tag 2",
                          "3: send out+0 8 to 1 tag 1", "4: send out+8 8 to 1 tag 2", "line up", "clock",
                          "startall 1 2 3 4", "waitall 1 2 3 4", "clock"));
  const auto of_three = calls_of_row("Exchange_init", 0, 3, 1);
  EXPECT_EQ(of_three[0], "1: recv in+0 8 from 2 tag 1");
  EXPECT_EQ(of_three[1], "2: recv in+8 8 from 1 tag 2");
}

TEST(MessageRequests, of_windows_bear_their_place_as_tag) {
  EXPECT_THAT(calls_of_row("Uniband_init", 0, 2, 1),
              ElementsAre("1: send out+0 8 to 1 tag 1", "2: send out+8 8 to 1 tag 2", "line up", "clock",
                          "startall 1 2", "waitall 1 2", "recv 1 from 1 tag 0", "clock"));
  EXPECT_THAT(calls_of_row("Uniband_init", 1, 2, 1),
              ElementsAre("1: recv in+0 8 from 0 tag 1", "2: recv in+8 8 from 0 tag 2", "line up", "clock",
                          "startall 1 2", "waitall 1 2", "send 1 to 0 tag 0", "clock"));
  EXPECT_THAT(calls_of_row("Biband_init", 1, 2, 1),
              ElementsAre("1: recv in+0 8 from 0 tag 1", "2: recv in+8 8 from 0 tag 2",
                          "3: send out+0 8 to 0 tag 1", "4: send out+8 8 to 0 tag 2", "line up", "clock",
                          "startall 1 2 3 4", "waitall 1 2 3 4", "send 1 to 0 tag 0", "clock"));
}

#if MPI_VERSION >= 4
TEST(MessageRequests, of_partitions_are_ready_one_after_another) {
  EXPECT_THAT(calls_of_row("PingPong_part", 0, 2, 1),
              ElementsAre("1: precv in+0 3 of 8 from 1 tag 1", "2: psend out+0 3 of 8 to 1 tag 1", "line up",
                          "clock", "start 1", "start 2", "ready 0 of 2", "ready 1 of 2", "ready 2 of 2",
                          "waitall 1 2", "clock"));
  EXPECT_THAT(calls_of_row("PingPong_part", 1, 2, 1),
              ElementsAre("1: precv in+0 3 of 8 from 0 tag 1", "2: psend out+0 3 of 8 to 0 tag 1", "line up",
                          "clock", "start 1", "wait 1", "start 2", "ready 0 of 2", "ready 1 of 2",
                          "ready 2 of 2", "wait 2", "clock"));
}

TEST(MessageRequests, of_partitions_are_a_set_for_each_place_and_none_where_a_rank_idles) {
  const auto calls = calls_of_row("PingPong_part", 0, 2, 3);
  EXPECT_EQ(calls[2], "3: precv in+64 3 of 8 from 1 tag 1");
  EXPECT_THAT((spy::Calls(calls.end() - 7, calls.end())),
              ElementsAre("start 1", "start 2", "ready 0 of 2", "ready 1 of 2", "ready 2 of 2", "waitall 1 2",
                          "clock"));
  EXPECT_THAT(calls_of_row("PingPong_part", 2, 3, 1), ElementsAre("line up"));
}

TEST(MessageRequests, of_early_partitions_are_ready_after_their_share_of_the_computation) {
  EXPECT_THAT(calls_of_row("Part_early", 1, 2, 1),
              ElementsAre("1: precv in+0 3 of 8 from 0 tag 1", "2: psend out+0 3 of 8 to 0 tag 1", "line up",
                          "clock", "start 1", "start 2", "ready 0 of 2", "ready 1 of 2", "ready 2 of 2",
                          "waitall 1 2", "clock", "line up", "clock", "burn 10", "clock", "line up", "clock",
                          "start 1", "start 2", "burn 3", "ready 0 of 2", "burn 3", "ready 1 of 2", "burn 4",
                          "ready 2 of 2", "waitall 1 2", "clock", "line up", "clock", "burn 10", "clock"));
}
#endif

std::string all_numbers(int n, const MPI_Request* first) {
  std::string text;
  for (int i = 0; i < n; ++i) text += fmt::format(" {}", numbered(first[i]));
  return text;
}

}  // namespace

extern "C" {

double MPI_Wtime() {
  return spy_now();
}
int MPI_Send_init(const void* b, int n, MPI_Datatype, int to, int tag, MPI_Comm, MPI_Request* request) {
  make_request(request);
  return spy::note("{}: send {} {} to {} tag {}", requests, spy::place(b), n, to, tag);
}
int MPI_Recv_init(void* b, int n, MPI_Datatype, int from, int tag, MPI_Comm, MPI_Request* request) {
  make_request(request);
  return spy::note("{}: recv {} {} from {} tag {}", requests, spy::place(b), n, from, tag);
}
#if MPI_VERSION >= 4
int MPI_Psend_init(const void* b, int partitions, MPI_Count n, MPI_Datatype, int to, int tag, MPI_Comm,
                   MPI_Info, MPI_Request* request) {
  make_request(request);
  return spy::note("{}: psend {} {} of {} to {} tag {}", requests, spy::place(b), partitions, n, to, tag);
}
int MPI_Precv_init(void* b, int partitions, MPI_Count n, MPI_Datatype, int from, int tag, MPI_Comm, MPI_Info,
                   MPI_Request* request) {
  make_request(request);
  return spy::note("{}: precv {} {} of {} from {} tag {}", requests, spy::place(b), partitions, n, from, tag);
}
int MPI_Pready(int partition, MPI_Request request) {
  return spy::note("ready {} of {}", partition, numbered(request));
}
#endif
int MPI_Send(const void*, int n, MPI_Datatype, int to, int tag, MPI_Comm) {
  return spy::note("send {} to {} tag {}", n, to, tag);
}
int MPI_Recv(void*, int n, MPI_Datatype, int from, int tag, MPI_Comm, MPI_Status*) {
  return spy::note("recv {} from {} tag {}", n, from, tag);
}
int MPI_Start(MPI_Request* request) {
  return spy::note("start {}", numbered(*request));
}
int MPI_Startall(int n, MPI_Request* all) {
  return spy::note("startall{}", all_numbers(n, all));
}
int MPI_Wait(MPI_Request* request, MPI_Status*) {
  return spy::note("wait {}", numbered(*request));
}
int MPI_Waitall(int n, MPI_Request* all, MPI_Status*) {
  return spy::note("waitall{}", all_numbers(n, all));
}
int MPI_Request_free(MPI_Request* request) {
  ++freed;
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

}  // extern "C"
