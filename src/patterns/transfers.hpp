// Single and parallel transfers of IMB-MPI1 (guide 3.3.2, 3.3.3): what one repetition does, and the rows.
#pragma once
#include <array>

#include "engine/loops.hpp"
#include "mpi/error.hpp"

namespace sonde::patterns {

using engine::ChainContext;
using engine::PairContext;
using engine::Slot;
using mpi::ok;

inline constexpr int message_tag = 1;

inline void receive(const PairContext& c, const Slot& s) {
  ok(MPI_Recv(s.in, c.count, c.type, c.peer, message_tag, c.comm, MPI_STATUS_IGNORE), "MPI_Recv");
}
inline void send(const PairContext& c, const Slot& s) {
  ok(MPI_Send(s.out, c.count, c.type, c.peer, message_tag, c.comm), "MPI_Send");
}

/// The pair's message by MPI_Send, and MPI_Recv.
struct Standard {
  using Context = PairContext;
  static void send(const Context& c, const Slot& s) { patterns::send(c, s); }
  static void receive(const Context& c, const Slot& s) { patterns::receive(c, s); }
};

/// Figure 1: there and back by `Way`, which has a context, sends and receives; the time of a message is half
/// a repetition.
template <class Way>
struct ThereAndBack : Way {
  using Context = typename Way::Context;
  static void active(const Context& c, const Slot& s) {
    Way::send(c, s);
    Way::receive(c, s);
  }
  static void passive(const Context& c, const Slot& s) {
    Way::receive(c, s);
    Way::send(c, s);
  }
};

using PingPong = ThereAndBack<Standard>;

/// Figure 2: both send at the same time, so that each message is obstructed by the oncoming one.
struct PingPing {
  using LoopState = engine::Requests<1>;
  using Context = engine::WithRequests<PairContext, 1>;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Isend(s.out, c.count, c.type, c.peer, message_tag, c.comm, c.requests[0]), "MPI_Isend");
    receive(c, s);
    ok(MPI_Wait(c.requests[0], MPI_STATUS_IGNORE), "MPI_Wait");
  }
  /// Where one of an odd number of ranks has no partner.
  static void active(const Context& c, const Slot& s) { repetition(c, s); }
  static void passive(const Context& c, const Slot& s) { repetition(c, s); }
};

/// Figure 3: a periodic chain; everybody sends to the right and receives from the left.
struct Sendrecv {
  using Context = ChainContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Sendrecv(s.out, c.count, c.type, c.right, message_tag, s.in, c.count, c.type, c.left, message_tag,
                    c.comm, MPI_STATUS_IGNORE),
       "MPI_Sendrecv");
  }
};

/// Figure 4: everybody exchanges with both neighbours, from two distinct send buffers: the first goes to the
/// right, the second to the left. With two ranks both neighbours are the same: what was sent first (to the
/// right) is received first (from the left).
struct Exchange {
  using LoopState = engine::Requests<2>;
  using Context = engine::WithRequests<ChainContext, 2>;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Isend(s.out, c.count, c.type, c.right, message_tag, c.comm, c.requests[0]), "MPI_Isend");
    ok(MPI_Isend(s.out + c.second_out, c.count, c.type, c.left, message_tag, c.comm, c.requests[1]),
       "MPI_Isend");
    ok(MPI_Recv(s.in, c.count, c.type, c.left, message_tag, c.comm, MPI_STATUS_IGNORE), "MPI_Recv");
    ok(MPI_Recv(s.in + c.second_in, c.count, c.type, c.right, message_tag, c.comm, MPI_STATUS_IGNORE),
       "MPI_Recv");
    ok(MPI_Waitall(2, c.requests[0], MPI_STATUSES_IGNORE), "MPI_Waitall");
  }
};

/// There and back between two ranks.
constexpr Benchmark ping_pong_row(std::string_view name, std::string_view summary, Measure measure) {
  return {.name = name,
          .summary = summary,
          .klass = TransferClass::single_transfer,
          .needs = {.processes = {2, 2, Roles::halves}},
          .expect = ExpectedContent::from_peer,
          .metric = {.time_scale = 0.5, .messages = 1},
          .modes = {{{"", Counting::per_sample, measure}}}};
}

/// Both at the same time.
constexpr Benchmark ping_ping_row(std::string_view name, std::string_view summary, Measure measure) {
  Benchmark row = ping_pong_row(name, summary, measure);
  row.needs.processes.roles = Roles::alike;
  row.metric.time_scale = 1;
  return row;
}

inline constexpr std::array<Benchmark, 4> transfer_rows{{
    ping_pong_row("PingPong", "one message there and back between two ranks; the time is half a round trip",
                  engine::measure_pair<PingPong>),
    ping_ping_row("PingPing", "two ranks send to each other at the same time (Isend, Recv, Wait)",
                  engine::measure<PingPing>),
    {.name = "Sendrecv",
     .summary = "periodic chain: everybody sends to the right and receives from the left",
     .klass = TransferClass::parallel_transfer,
     .expect = ExpectedContent::from_left,
     .metric = {.messages = 2},
     .modes = {{{"", Counting::per_sample, engine::measure<Sendrecv>}}}},
    {.name = "Exchange",
     .summary = "periodic chain: everybody exchanges messages with both neighbours",
     .klass = TransferClass::parallel_transfer,
     .message = {.send = Extent::two_messages},
     .expect = ExpectedContent::from_neighbours,
     .metric = {.messages = 4},
     .modes = {{{"", Counting::per_sample, engine::measure<Exchange>}}}},
}};

}  // namespace sonde::patterns
