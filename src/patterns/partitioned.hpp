// Messages in partitions (MPI 4.0): one request for all of a message, whose partitions become ready one after
// another. They run by name.
#pragma once
#include <array>

#include "engine/parted_loops.hpp"
#include "mpi/partitioned_calls.hpp"
#include "patterns/ways_to_send.hpp"

namespace sonde::patterns::partitioned {

using engine::PairContext;
using engine::Slot;
using mpi::ok;

/// A receive and a send for each place that the loop comes by, none on a rank that idles.
struct PairRequests : MessageRequests {
  PairRequests(const Case& c, const Loop& loop)
      : MessageRequests(
            2, c, loop,
            [pair = PairContext::of(c), partitions = c.partitions, info = c.info,
             idle = loop.role == Role::idle](const Slot& s, MPI_Request* set) {
              if (idle) return;
              ok(SONDE_PARTITIONED(Precv_init)(s.in, partitions, pair.count, pair.type, pair.peer,
                                               ways::to_right_tag, pair.comm, info, set),
                 "MPI_Precv_init");
              ok(SONDE_PARTITIONED(Psend_init)(s.out, partitions, pair.count, pair.type, pair.peer,
                                               ways::to_right_tag, pair.comm, info, set + 1),
                 "MPI_Psend_init");
            }) {}
};

/// The requests of a pair, and how many partitions a message has.
struct Context {
  PairRequests* requests;
  int partitions;
  static Context of(const Case& c, PairRequests& kept) { return {&kept, c.partitions}; }
};

inline void make_ready(int partition, const MPI_Request* send) {
  ok(SONDE_PARTITIONED(Pready)(partition, *send), "MPI_Pready");
}
inline void make_all_ready(const Context& c, const MPI_Request* send) {
  for (int partition = 0; partition < c.partitions; ++partition) make_ready(partition, send);
}

/// The receive is started before the send, so that the answer has a place to go to.
struct PingPong {
  using LoopState = PairRequests;
  using Context = partitioned::Context;
  static void active(const Context& c, const Slot&) {
    MPI_Request* const both = c.requests->next();
    ways::start(both);
    ways::start(both + 1);
    make_all_ready(c, both + 1);
    ok(MPI_Waitall(2, both, MPI_STATUSES_IGNORE), "MPI_Waitall");
  }
  static void passive(const Context& c, const Slot&) {
    MPI_Request* const both = c.requests->next();
    ways::start(both);
    ways::wait(both);
    ways::start(both + 1);
    make_all_ready(c, both + 1);
    ways::wait(both + 1);
  }
};

/// X to the peer and X from it, at the same time.
struct Early {
  using LoopState = PairRequests;
  using Context = partitioned::Context;
  using Handle = MPI_Request*;  ///< the receive, and the send behind it
  static Handle start(const Context& c, const Slot&) {
    MPI_Request* const both = c.requests->next();
    ways::start(both);
    ways::start(both + 1);
    return both;
  }
  static int parts(const Context& c) { return c.partitions; }
  static void ready(const Context&, Handle& both, int partition) { make_ready(partition, both + 1); }
  static void finish(const Context&, const Slot&, Handle& both) {
    ok(MPI_Waitall(2, both, MPI_STATUSES_IGNORE), "MPI_Waitall");
  }
  static void test(Handle& both) {
    int done = 0;
    ok(MPI_Test(both, &done, MPI_STATUS_IGNORE), "MPI_Test");
  }
};

constexpr Benchmark in_partitions(Benchmark row) {
  row.parameter = Parameter::partitions;
  row.needs.library = Feature::partitioned;
  return row;
}

inline constexpr std::array<Benchmark, 2> partitioned_rows{{
    in_partitions(by_name(ping_pong_row(
        "PingPong_part", "PingPong in partitions: MPI_Start, MPI_Pready for each of them, MPI_Wait",
        engine::measure_pair<PingPong>))),
    {.name = "Part_early",
     .summary = "X bytes to the peer and from it in partitions, each ready after its share of a computation",
     .suite = Suite::sonde,
     .klass = TransferClass::single_transfer,
     .optional = true,
     .overlapped = true,
     .parameter = Parameter::partitions,
     .needs = {.processes = {2, 2}, .library = Feature::partitioned},
     .expect = ExpectedContent::from_peer,
     .modes = {{{"", Counting::per_sample, engine::measure_parts_beside<Early>}}}},
}};

}  // namespace sonde::patterns::partitioned
