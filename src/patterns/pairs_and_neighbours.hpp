// Messages of IMB-P2P: between fixed pairs, partners drawn at random, and neighbours on a grid. One byte in
// 64 of a message is written before it is sent and read after it has arrived (-msgwr, -msgrd), within the
// clock: that is what these benchmarks measure.
#pragma once
#include <algorithm>
#include <array>

#include "engine/loops.hpp"
#include "engine/partners.hpp"
#include "mpi/error.hpp"

namespace sonde::patterns::p2p {

using engine::Slot;
using mpi::ok;

inline constexpr int message_tag = 1;

/// A message and how much of it is touched: all of it, or nothing.
struct MessageContext {
  MPI_Comm comm;
  int count;
  MPI_Datatype type;
  std::ptrdiff_t written, read;  ///< bytes
  static MessageContext of(const Case& c) {
    return {c.comm, c.count, c.type, c.touched_before ? static_cast<std::ptrdiff_t>(c.bytes) : 0,
            c.touched_after ? static_cast<std::ptrdiff_t>(c.bytes) : 0};
  }
};

/// With what was there, so that contents stay.
inline void write(const MessageContext& c, std::byte* message) {
  for (volatile std::byte *at = message, *end = message + c.written; at < end; at += 64) *at = *at;
}
inline void read(const MessageContext& c, const std::byte* message) {
  for (const volatile std::byte *at = message, *end = message + c.read; at < end; at += 64)
    static_cast<void>(*at);
}

inline void send(const MessageContext& c, std::byte* from, int to) {
  write(c, from);
  ok(MPI_Send(from, c.count, c.type, to, message_tag, c.comm), "MPI_Send");
}
inline void receive(const MessageContext& c, std::byte* into, int from) {
  ok(MPI_Recv(into, c.count, c.type, from, message_tag, c.comm, MPI_STATUS_IGNORE), "MPI_Recv");
  read(c, into);
}
/// Receives from one rank while it sends to another.
inline void exchange(const MessageContext& c, const Slot& s, int from, int to, MPI_Request* request) {
  ok(MPI_Irecv(s.in, c.count, c.type, from, message_tag, c.comm, request), "MPI_Irecv");
  send(c, s.out, to);
  ok(MPI_Wait(request, MPI_STATUS_IGNORE), "MPI_Wait");
  read(c, s.in);
}

/// With the rank in the other half.
struct PartnerContext : MessageContext {
  int partner;
  static PartnerContext of(const Case& c) { return {MessageContext::of(c), engine::pair_partner(c)}; }
};

struct PingPong {
  using Context = PartnerContext;
  static void active(const Context& c, const Slot& s) {
    send(c, s.out, c.partner);
    receive(c, s.in, c.partner);
  }
  static void passive(const Context& c, const Slot& s) {
    receive(c, s.in, c.partner);
    send(c, s.out, c.partner);
  }
};

struct PingPing {
  using LoopState = engine::Requests<1>;
  using Context = engine::WithRequests<PartnerContext, 1>;
  static void active(const Context& c, const Slot& s) { exchange(c, s, c.partner, c.partner, c.requests[0]); }
  static void passive(const Context& c, const Slot& s) { active(c, s); }
};

/// What a pattern with partners drawn at random keeps, and a view of it.
template <class Drawn>
struct KeptDraws {
  engine::Requests<1> requests;
  Drawn drawn;
  KeptDraws(const Case& c, const Loop& loop) : requests(c, loop), drawn(c, loop) {}
};
template <class Drawn>
struct DrawnContext : MessageContext {
  Drawn* drawn;
  MPI_Request* request;
  static DrawnContext of(const Case& c, KeptDraws<Drawn>& kept) {
    return {MessageContext::of(c), &kept.drawn, &kept.requests[0]};
  }
};

/// As many pairs as there are ranks, one after the other: the first rank sends, the second receives.
struct Unirandom {
  using LoopState = KeptDraws<engine::DrawnTurns>;
  using Context = DrawnContext<engine::DrawnTurns>;
  static void repetition(const Context& c, const Slot& s) {
    c.drawn->next([&](const engine::Turn& turn) {
      if (turn.sends)
        send(c, s.out, turn.partner);
      else
        receive(c, s.in, turn.partner);
    });
  }
};

/// The same pairs exchange messages.
struct Birandom {
  using LoopState = KeptDraws<engine::DrawnTurns>;
  using Context = DrawnContext<engine::DrawnTurns>;
  static void repetition(const Context& c, const Slot& s) {
    c.drawn->next([&](const engine::Turn& turn) { exchange(c, s, turn.partner, turn.partner, c.request); });
  }
};

/// A ring of all ranks, another one in each repetition.
struct Corandom {
  using LoopState = KeptDraws<engine::DrawnRings>;
  using Context = DrawnContext<engine::DrawnRings>;
  static void repetition(const Context& c, const Slot& s) {
    const RingNeighbours ring = c.drawn->next();
    exchange(c, s, ring.before, ring.after, c.request);
  }
};

/// With a neighbour in each direction of a periodic grid. A message bears the direction it goes in as its
/// tag, so that the two of neighbours that are one (an extent of 2) are not mistaken for each other.
template <int Directions>
struct Stencil {
  using LoopState = engine::Requests<2 * static_cast<std::size_t>(Directions)>;
  struct Context : MessageContext {
    std::array<int, Directions> neighbours;
    std::ptrdiff_t bytes;  ///< from the message of a direction to that of the next
    MPI_Request* requests;
    static Context of(const Case& c, LoopState& kept) {
      Context made{MessageContext::of(c), {}, static_cast<std::ptrdiff_t>(c.bytes), &kept[0]};
      std::copy_n(c.neighbours, Directions, made.neighbours.begin());
      return made;
    }
  };
  static void repetition(const Context& c, const Slot& s) {
    for (int d = 0; d < Directions; ++d)
      ok(MPI_Irecv(s.in + d * c.bytes, c.count, c.type, c.neighbours[static_cast<std::size_t>(d)], d ^ 1,
                   c.comm, c.requests + d),
         "MPI_Irecv");
    for (int d = 0; d < Directions; ++d) {
      write(c, s.out + d * c.bytes);
      ok(MPI_Isend(s.out + d * c.bytes, c.count, c.type, c.neighbours[static_cast<std::size_t>(d)], d, c.comm,
                   c.requests + Directions + d),
         "MPI_Isend");
    }
    ok(MPI_Waitall(2 * Directions, c.requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
    for (int d = 0; d < Directions; ++d) read(c, s.in + d * c.bytes);
  }
};

/// To the right, from the left, in one buffer.
struct SendrecvReplace {
  struct Context : MessageContext {
    int left, right;
    static Context of(const Case& c) {
      return {MessageContext::of(c), (c.rank + c.size - 1) % c.size, (c.rank + 1) % c.size};
    }
  };
  static void repetition(const Context& c, const Slot& s) {
    write(c, s.in);
    ok(MPI_Sendrecv_replace(s.in, c.count, c.type, c.right, message_tag, c.left, message_tag, c.comm,
                            MPI_STATUS_IGNORE),
       "MPI_Sendrecv_replace");
    read(c, s.in);
  }
};

}  // namespace sonde::patterns::p2p
