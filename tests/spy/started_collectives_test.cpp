// The persistent collectives of sonde-mpi: the requests they make, what stays while they are used, and that
// all is freed.
#include <gmock/gmock.h>

#include <algorithm>
#include <string_view>

#include "catalog/find_benchmark.hpp"
#include "patterns/catalog.hpp"
#include "spy/golden_calls.hpp"
#include "spy/persistent_stand_ins.hpp"

namespace {

using spy::Calls;
using testing::ElementsAre;

constexpr std::array<int, 4> neighbours{1, 2, 3, 4};
int graphs = 0;  ///< made and not yet freed

spy::Prepared prepared(int repetitions = 1) {
  auto c = spy::make_case(0, 3, repetitions);
  c.neighbours = neighbours.data();
  c.loop.computation = {.burn = [](std::int64_t units) -> double { return spy::note("burn {}", units), 0; },
                        .units = 10};
  return c;
}

Calls run(std::string_view name, spy::Prepared c = prepared()) {
  const auto& row = *sonde::find_benchmark(sonde::patterns::sonde_catalog(), name);
  spy::made = 0;
  Calls calls = spy::calls_of(row.modes[0].measure, c);
  EXPECT_EQ(spy::kept, 0) << name;
  EXPECT_EQ(graphs, 0) << name;
  return calls;
}

/// How the request of a row alone is made.
std::string request_of(std::string_view name) {
  const auto calls = run(name);
  const auto made = std::ranges::find(calls, "clock") + 1;
  EXPECT_EQ(Calls(made + 1, made + 7), (Calls{"clock", "line up", "clock", "start 1", "wait 1", "clock"}))
      << name;
  return *made;
}

TEST(Persistent, makes_the_right_collective) {
  EXPECT_EQ(request_of("Scan_persist_pure"), "scan out+0 in+0 8 byte");
  EXPECT_EQ(request_of("Exscan_persist_pure"), "exscan out+0 in+0 8 byte");
  EXPECT_EQ(request_of("Reduce_scatter_block_persist_pure"), "reduce_scatter_block out+0 in+0 8 byte");
  EXPECT_EQ(request_of("Alltoallw_persist_pure"), "alltoallw out+0 8,8 at 0,8 byte in+0 8,8 at 0,8 byte");
  EXPECT_EQ(request_of("Neighbor_allgather_persist_pure"), "allgather out+0 8 byte in+0 8 on the graph");
  EXPECT_EQ(request_of("Neighbor_allgatherv_persist_pure"),
            "allgatherv out+0 8 byte in+0 8,8 at 0,24 on the graph");
  EXPECT_EQ(request_of("Neighbor_alltoall_persist_pure"), "alltoall out+0 8 byte in+0 8 on the graph");
  EXPECT_EQ(request_of("Neighbor_alltoallv_persist_pure"),
            "alltoallv out+0 8,8 at 0,24 byte in+0 8,8 at 0,24 on the graph");
  EXPECT_EQ(request_of("Neighbor_alltoallw_persist_pure"),
            "alltoallw out+0 8,8 at 0,24 byte in+0 8,8 at 0,24 byte on the graph");
}

TEST(Persistent, keeps_the_graph_until_its_requests_are_freed) {
  EXPECT_THAT(run("Neighbor_alltoall_persist_pure"),
              ElementsAre("graph", "line up", "clock", testing::_, "clock", "line up", "clock", "start 1",
                          "wait 1", "clock", "free with 0 requests"));
}

TEST(Persistent, computes_between_start_and_wait_with_the_same_requests) {
  const auto calls = run("Alltoallw_persist");
  EXPECT_EQ(spy::made, 1);
  EXPECT_EQ(std::ranges::count(calls, "start 1"), 2);
  EXPECT_EQ(std::ranges::count(calls, "burn 10"), 3);
}

TEST(Persistent, are_of_two_rows_each_and_need_what_they_need) {
  int rows = 0;
  for (const auto& row : sonde::patterns::sonde_catalog()) {
    if (row.name.find("_persist") == std::string_view::npos) continue;
    ++rows;
    EXPECT_TRUE(sonde::is_persistent(row.needs.library)) << row.name;
    EXPECT_EQ(row.overlapped, !row.name.ends_with("_pure")) << row.name;
    EXPECT_TRUE(row.optional) << row.name;
  }
  EXPECT_EQ(rows, 18);
}

MPI_Comm graph() {
  return spy::handle<MPI_Comm>(77);
}
const char* on(MPI_Comm comm) {
  return comm == graph() ? " on the graph" : "";
}

}  // namespace

extern "C" {

int MPI_Dist_graph_create_adjacent(MPI_Comm, int, const int*, const int*, int, const int*, const int*,
                                   MPI_Info, int, MPI_Comm* made) {
  ++graphs;
  *made = graph();
  return spy::note("graph");
}
int MPI_Comm_free(MPI_Comm* comm) {
  if (*comm == graph()) --graphs;
  return spy::note("free with {} requests", spy::kept);
}
int SONDE_PERSISTENT(Scan)(const void* s, void* b, int n, MPI_Datatype t, MPI_Op, MPI_Comm, MPI_Info,
                           MPI_Request* r) {
  return spy::make(r, "scan {} {} {} {}", spy::place(s), spy::place(b), n, spy::name(t));
}
int SONDE_PERSISTENT(Exscan)(const void* s, void* b, int n, MPI_Datatype t, MPI_Op, MPI_Comm, MPI_Info,
                             MPI_Request* r) {
  return spy::make(r, "exscan {} {} {} {}", spy::place(s), spy::place(b), n, spy::name(t));
}
int SONDE_PERSISTENT(Reduce_scatter_block)(const void* s, void* b, int n, MPI_Datatype t, MPI_Op, MPI_Comm,
                                           MPI_Info, MPI_Request* r) {
  return spy::make(r, "reduce_scatter_block {} {} {} {}", spy::place(s), spy::place(b), n, spy::name(t));
}
int SONDE_PERSISTENT(Alltoallw)(const void* s, const int* n, const int* d, const MPI_Datatype* t, void* b,
                                const int* m, const int* e, const MPI_Datatype* u, MPI_Comm comm, MPI_Info,
                                MPI_Request* r) {
  return spy::make(r, "alltoallw {} {},{} at {},{} {} {} {},{} at {},{} {}{}", spy::place(s), n[0], n[1],
                   d[0], d[1], spy::name(t[1]), spy::place(b), m[0], m[1], e[0], e[1], spy::name(u[1]),
                   on(comm));
}
int SONDE_PERSISTENT(Neighbor_allgather)(const void* s, int n, MPI_Datatype t, void* b, int m, MPI_Datatype,
                                         MPI_Comm comm, MPI_Info, MPI_Request* r) {
  return spy::make(r, "allgather {} {} {} {} {}{}", spy::place(s), n, spy::name(t), spy::place(b), m,
                   on(comm));
}
int SONDE_PERSISTENT(Neighbor_allgatherv)(const void* s, int n, MPI_Datatype t, void* b, const int* m,
                                          const int* d, MPI_Datatype, MPI_Comm comm, MPI_Info,
                                          MPI_Request* r) {
  return spy::make(r, "allgatherv {} {} {} {} {},{} at {},{}{}", spy::place(s), n, spy::name(t),
                   spy::place(b), m[0], m[3], d[0], d[3], on(comm));
}
int SONDE_PERSISTENT(Neighbor_alltoall)(const void* s, int n, MPI_Datatype t, void* b, int m, MPI_Datatype,
                                        MPI_Comm comm, MPI_Info, MPI_Request* r) {
  return spy::make(r, "alltoall {} {} {} {} {}{}", spy::place(s), n, spy::name(t), spy::place(b), m,
                   on(comm));
}
int SONDE_PERSISTENT(Neighbor_alltoallv)(const void* s, const int* n, const int* d, MPI_Datatype t, void* b,
                                         const int* m, const int* e, MPI_Datatype, MPI_Comm comm, MPI_Info,
                                         MPI_Request* r) {
  return spy::make(r, "alltoallv {} {},{} at {},{} {} {} {},{} at {},{}{}", spy::place(s), n[0], n[3], d[0],
                   d[3], spy::name(t), spy::place(b), m[0], m[3], e[0], e[3], on(comm));
}
int SONDE_PERSISTENT(Neighbor_alltoallw)(const void* s, const int* n, const MPI_Aint* d,
                                         const MPI_Datatype* t, void* b, const int* m, const MPI_Aint* e,
                                         const MPI_Datatype* u, MPI_Comm comm, MPI_Info, MPI_Request* r) {
  return spy::make(r, "alltoallw {} {},{} at {},{} {} {} {},{} at {},{} {}{}", spy::place(s), n[0], n[3],
                   d[0], d[3], spy::name(t[3]), spy::place(b), m[0], m[3], e[0], e[3], spy::name(u[3]),
                   on(comm));
}

}  // extern "C"
