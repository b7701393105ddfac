// Transfers of IMB-RMA: what is issued in one repetition, and what completes it. The epoch stands open around
// the loop (cases/passive_epoch.hpp), so that between two clock readings there are transfers and flushes
// only.
#pragma once
#include "engine/epoch_loops.hpp"
#include "mpi/error.hpp"

namespace sonde::patterns::rma {

using engine::Slot;
using engine::WindowContext;
using mpi::ok;

/// Of transfers with all other ranks.
struct AllContext {
  MPI_Win window;
  int rank, first, size;  ///< `first`: the next rank after this one
  int count;
  MPI_Datatype type;
  MPI_Aint bytes;  ///< from one rank's section or block to the next one's
  MPI_Aint own;    ///< of this rank's section
  static AllContext of(const Case& c) {
    const auto bytes = static_cast<MPI_Aint>(c.bytes);
    return {c.window, c.rank, (c.rank + 1) % c.size, c.size, c.count, c.type, bytes, c.rank * bytes};
  }
  /// Calls `access` with every other rank, beginning with the next one. There is one at least.
  template <class Access>
  void with_others(const Access& access) const {
    int target = first;
    do {
      access(target);
      target = target + 1 == size ? 0 : target + 1;
    } while (target != rank);
  }
};

/// Of transfers with both neighbours of a periodic chain.
struct NeighbourContext {
  MPI_Win window;
  int left, right;
  int count;
  MPI_Datatype type;
  MPI_Aint second;  ///< bytes from the first message, section or block to the second
  static NeighbourContext of(const Case& c) {
    return {c.window, (c.rank + c.size - 1) % c.size, (c.rank + 1) % c.size, c.count,
            c.type,   static_cast<MPI_Aint>(c.bytes)};
  }
};

template <class Context>
void put(const Context& c, const std::byte* from, int target, MPI_Aint at) {
  ok(MPI_Put(from, c.count, c.type, target, at, c.count, c.type, c.window), "MPI_Put");
}
template <class Context>
void get(const Context& c, std::byte* into, int target, MPI_Aint at) {
  ok(MPI_Get(into, c.count, c.type, target, at, c.count, c.type, c.window), "MPI_Get");
}

// What completes transfers.

/// Repetitions have sections of the window: see `Slot::position`.
struct Sections {
  static constexpr bool sections = true;
};
struct Flush : Sections {
  static void complete(const WindowContext& c) { ok(MPI_Win_flush(c.peer, c.window), "MPI_Win_flush"); }
};
struct FlushLocal : Sections {
  static void complete(const WindowContext& c) {
    ok(MPI_Win_flush_local(c.peer, c.window), "MPI_Win_flush_local");
  }
};
struct FlushAll : Sections {
  static void complete(const AllContext& c) { ok(MPI_Win_flush_all(c.window), "MPI_Win_flush_all"); }
};
struct FlushLocalAll : Sections {
  static void complete(const AllContext& c) {
    ok(MPI_Win_flush_local_all(c.window), "MPI_Win_flush_local_all");
  }
};
/// With two ranks both neighbours are one, which one flush completes.
struct FlushNeighbours : Sections {
  static void complete(const NeighbourContext& c) {
    ok(MPI_Win_flush(c.left, c.window), "MPI_Win_flush");
    if (c.right != c.left) ok(MPI_Win_flush(c.right, c.window), "MPI_Win_flush");
  }
};

// What is issued.

template <class Completion>
struct Put : Completion {
  using Context = WindowContext;
  static void issue(const Context& c, const Slot& s) { put(c, s.out, c.peer, s.position); }
};

template <class Completion>
struct Get : Completion {
  using Context = WindowContext;
  static void issue(const Context& c, const Slot& s) { get(c, s.in, c.peer, s.position); }
};

/// One message to each other rank, into the same section of each.
template <class Completion>
struct OnePutAll : Completion {
  using Context = AllContext;
  static void issue(const Context& c, const Slot& s) {
    c.with_others([&](int target) { put(c, s.out, target, s.position); });
  }
};

/// The same by all ranks at once: every rank has a section of its own in the window of each other.
struct AllPutAll : FlushAll {
  using Context = AllContext;
  static void issue(const Context& c, const Slot& s) {
    const MPI_Aint own = s.position + c.own;
    c.with_others([&](int target) { put(c, s.out, target, own); });
  }
};

/// A message from each other rank, each into a block of its own.
template <class Completion>
struct GetAll : Completion {
  using Context = AllContext;
  static void issue(const Context& c, const Slot& s) {
    c.with_others([&](int target) { get(c, s.in + target * c.bytes, target, s.position); });
  }
};

/// The first message to the left, the second to the right: each into a section of its own.
struct ExchangePut : FlushNeighbours {
  using Context = NeighbourContext;
  static void issue(const Context& c, const Slot& s) {
    put(c, s.out, c.left, s.position);
    put(c, s.out + c.second, c.right, s.position + c.second);
  }
};

/// The first section of the right neighbour's window, the second of the left one's.
struct ExchangeGet : FlushNeighbours {
  using Context = NeighbourContext;
  static void issue(const Context& c, const Slot& s) {
    get(c, s.in, c.right, s.position);
    get(c, s.in + c.second, c.left, s.position + c.second);
  }
};

struct Accumulate : Flush {
  using Context = WindowContext;
  static void issue(const Context& c, const Slot& s) {
    ok(MPI_Accumulate(s.out, c.count, c.type, c.peer, s.position, c.count, c.type, c.op, c.window),
       "MPI_Accumulate");
  }
};

struct GetAccumulate : Flush {
  using Context = WindowContext;
  static void issue(const Context& c, const Slot& s) {
    ok(MPI_Get_accumulate(s.out, c.count, c.type, s.in, c.count, c.type, c.peer, s.position, c.count, c.type,
                          c.op, c.window),
       "MPI_Get_accumulate");
  }
};

/// Always to the first element of the peer's window, which grows.
struct FetchAndOp : Flush {
  using Context = WindowContext;
  static void issue(const Context& c, const Slot& s) {
    ok(MPI_Fetch_and_op(s.out, s.in, c.type, c.peer, 0, c.op, c.window), "MPI_Fetch_and_op");
  }
};

/// Compares the first element of the peer's window with the first of the two in the slot and puts the second
/// in its place, which is the first one of the next slot.
struct CompareAndSwap : Flush {
  struct Context : WindowContext {
    std::ptrdiff_t next;
    static Context of(const Case& c) { return {WindowContext::of(c), c.second_out}; }
  };
  static void issue(const Context& c, const Slot& s) {
    ok(MPI_Compare_and_swap(s.out + c.next, s.out, s.in, c.type, c.peer, 0, c.window),
       "MPI_Compare_and_swap");
  }
};

}  // namespace sonde::patterns::rma
