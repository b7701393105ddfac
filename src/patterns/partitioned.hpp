// Messages in partitions (MPI 4.0): one request for all of a message, whose partitions become ready one after another. They
// run by name.
#pragma once
#include <array>

#include "mpi/partitioned.hpp"
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

inline void make_ready(const Context& c, MPI_Request* send) {
  for (int partition = 0; partition < c.partitions; ++partition)
    ok(SONDE_PARTITIONED(Pready)(partition, *send), "MPI_Pready");
}

/// The receive is started before the send, so that the answer has a place to go to.
struct PingPong {
  using Kept = PairRequests;
  using Context = partitioned::Context;
  static void active(const Context& c, const Slot&) {
    MPI_Request* const both = c.requests->next();
    ways::start(both);
    ways::start(both + 1);
    make_ready(c, both + 1);
    ok(MPI_Waitall(2, both, MPI_STATUSES_IGNORE), "MPI_Waitall");
  }
  static void passive(const Context& c, const Slot&) {
    MPI_Request* const both = c.requests->next();
    ways::start(both);
    ways::wait(both);
    ways::start(both + 1);
    make_ready(c, both + 1);
    ways::wait(both + 1);
  }
};

inline constexpr std::array<Benchmark, 1> partitioned_rows{{
    ways::ping_pong_row("PingPong_part",
                        "PingPong in partitions: MPI_Start, MPI_Pready for each of them, MPI_Wait",
                        engine::measure_pair<PingPong>, Feature::partitioned),
}};

}  // namespace sonde::patterns::partitioned
