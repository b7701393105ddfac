// The loops of IMB-P2P, written by hand. Every other byte of 64 is touched as there; partners come from
// tables that are made before the clock.
#include <array>
#include <vector>

#include "catalog/draws.hpp"
#include "hand_loop.hpp"

namespace {

using namespace cost;

struct Local {
  MPI_Comm comm;
  int count, rank, size, partner;
  MPI_Datatype type;
  std::ptrdiff_t bytes, written, read;
  explicit Local(const Case& c)
      : comm(c.comm),
        count(c.count),
        rank(c.rank),
        size(c.size),
        partner(c.rank < c.size / 2 ? c.rank + c.size / 2 : c.rank - c.size / 2),
        type(c.type),
        bytes(c.bytes),
        written(c.touched_before ? c.bytes : 0),
        read(c.touched_after ? c.bytes : 0) {}
};

void touch(std::byte* from, std::ptrdiff_t bytes) {
  for (volatile std::byte *at = from, *end = from + bytes; at < end; at += 64) *at = *at;
}
void look(const std::byte* from, std::ptrdiff_t bytes) {
  for (const volatile std::byte *at = from, *end = from + bytes; at < end; at += 64) static_cast<void>(*at);
}
void send(const Local& l, std::byte* from, int to) {
  touch(from, l.written);
  must(MPI_Send(from, l.count, l.type, to, 1, l.comm));
}
void receive(const Local& l, std::byte* into, int from) {
  must(MPI_Recv(into, l.count, l.type, from, 1, l.comm, MPI_STATUS_IGNORE));
  look(into, l.read);
}
void exchange(const Local& l, Places& p, int from, int to) {
  MPI_Request request;
  must(MPI_Irecv(p.in, l.count, l.type, from, 1, l.comm, &request));
  send(l, p.out, to);
  must(MPI_Wait(&request, MPI_STATUS_IGNORE));
  look(p.in, l.read);
}
void next(Places& p) {
  p.next_out();
  p.next_in();
}

void ping_pong(const Case& c) {
  hand_loop(c, [l = Local(c)](Places& p) {
    send(l, p.out, l.partner);
    receive(l, p.in, l.partner);
    next(p);
  });
}
void ping_ping(const Case& c) {
  hand_loop(c, [l = Local(c)](Places& p) {
    exchange(l, p, l.partner, l.partner);
    next(p);
  });
}

struct Turn {
  int partner;
  bool sends;
};
struct Turns {
  std::vector<Turn> all;
  std::vector<std::int64_t> ends;
  explicit Turns(const Case& c) {
    for (std::int64_t i = 0; i < c.loop.batches.each; ++i) {
      for (int draw = 0; draw < c.size; ++draw) {
        const auto [first, second] = sonde::drawn_pair(c.seed, c.size, i, draw);
        if (first == c.rank) all.push_back({second, true});
        if (second == c.rank) all.push_back({first, false});
      }
      ends.push_back(static_cast<std::int64_t>(all.size()));
    }
  }
};
template <class Take>
void by_turns(const Case& c, Take take) {
  const Turns turns(c);
  hand_loop(c, [l = Local(c), take, at = turns.all.data(), begin = turns.all.data(),
                end = turns.ends.data()](Places& p) mutable {
    for (const Turn* const last = begin + *end++; at != last; ++at) take(l, p, *at);
    next(p);
  });
}
void unirandom(const Case& c) {
  by_turns(c, [](const Local& l, Places& p, const Turn& turn) {
    if (turn.sends)
      send(l, p.out, turn.partner);
    else
      receive(l, p.in, turn.partner);
  });
}
void birandom(const Case& c) {
  by_turns(c,
           [](const Local& l, Places& p, const Turn& turn) { exchange(l, p, turn.partner, turn.partner); });
}
void corandom(const Case& c) {
  std::vector<sonde::RingNeighbours> rings;
  for (std::int64_t i = 0; i < c.loop.batches.each; ++i)
    rings.push_back(sonde::drawn_neighbours(c.seed, c.size, c.rank, i));
  hand_loop(c, [l = Local(c), at = rings.data()](Places& p) mutable {
    exchange(l, p, at->before, at->after);
    ++at;
    next(p);
  });
}
template <int Directions>
void stencil(const Case& c) {
  hand_loop(c, [l = Local(c), neighbours = c.neighbours](Places& p) {
    std::array<MPI_Request, 2 * Directions> requests;
    for (int d = 0; d < Directions; ++d)
      must(MPI_Irecv(p.in + d * l.bytes, l.count, l.type, neighbours[d], d ^ 1, l.comm, requests.data() + d));
    for (int d = 0; d < Directions; ++d) {
      touch(p.out + d * l.bytes, l.written);
      must(MPI_Isend(p.out + d * l.bytes, l.count, l.type, neighbours[d], d, l.comm,
                     requests.data() + Directions + d));
    }
    must(MPI_Waitall(2 * Directions, requests.data(), MPI_STATUSES_IGNORE));
    for (int d = 0; d < Directions; ++d) look(p.in + d * l.bytes, l.read);
    next(p);
  });
}
void replace(const Case& c) {
  hand_loop(c, [l = Local(c)](Places& p) {
    const int left = (l.rank + l.size - 1) % l.size, right = (l.rank + 1) % l.size;
    touch(p.in, l.written);
    must(MPI_Sendrecv_replace(p.in, l.count, l.type, right, 1, left, 1, l.comm, MPI_STATUS_IGNORE));
    look(p.in, l.read);
    p.next_in();
  });
}

constexpr std::array<Twin, 8> twins{{{"PingPong", 0, 0, ping_pong},
                                     {"PingPing", 0, 0, ping_ping},
                                     {"Unirandom", 0, 0, unirandom},
                                     {"Birandom", 0, 0, birandom},
                                     {"Corandom", 0, 0, corandom},
                                     {"Stencil2D", 0, 0, stencil<4>},
                                     {"Stencil3D", 0, 0, stencil<6>},
                                     {"SendRecv_Replace", 0, 0, replace}}};

}  // namespace

std::span<const cost::Twin> cost::p2p_twins() {
  return twins;
}
