// Guidelines of one-sided transfers: rank 0 accesses the window of rank 1, completed by the same flush on
// both sides.
#pragma once
#include <algorithm>
#include <array>
#include <cstring>

#include "patterns/guideline_rows.hpp"
#include "patterns/passive_target.hpp"

namespace sonde::patterns::guidelines {

using engine::WindowContext;

inline void flush(const WindowContext& c) {
  ok(MPI_Win_flush(c.peer, c.window), "MPI_Win_flush");
}

/// Issued and flushed.
template <class P>
struct Flushed : rma::Sections {
  using Context = typename P::Context;
  static void repetition(const Context& c, const Slot& s) {
    P::issue(c, s);
    flush(c);
  }
};

struct PutByAccumulate {
  using Context = WindowContext;
  static void issue(const Context& c, const Slot& s) {
    ok(MPI_Accumulate(s.out, c.count, c.type, c.peer, s.position, c.count, c.type, MPI_REPLACE, c.window),
       "MPI_Accumulate");
  }
};

struct GetByGetAccumulate {
  using Context = WindowContext;
  static void issue(const Context& c, const Slot& s) {
    ok(MPI_Get_accumulate(nullptr, 0, c.type, s.in, c.count, c.type, c.peer, s.position, c.count, c.type,
                          MPI_NO_OP, c.window),
       "MPI_Get_accumulate");
  }
};

struct CountByGetAccumulate {
  using Context = WindowContext;
  static void issue(const Context& c, const Slot& s) {
    ok(MPI_Get_accumulate(s.out, 1, c.type, s.in, 1, c.type, c.peer, 0, 1, c.type, c.op, c.window),
       "MPI_Get_accumulate");
  }
};

struct PutByRput {
  using Context = WindowContext;
  static void issue(const Context& c, const Slot& s) {
    MPI_Request request = MPI_REQUEST_NULL;
    ok(MPI_Rput(s.out, c.count, c.type, c.peer, s.position, c.count, c.type, c.window, &request), "MPI_Rput");
    ok(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
  }
};

/// A message in eight pieces, or as many as it has bytes.
struct PiecesContext : WindowContext {
  int bytes, piece;
  static PiecesContext of(const Case& c) {
    constexpr int pieces = 8;
    ok(c.bytes <= std::numeric_limits<int>::max() - pieces ? MPI_SUCCESS : MPI_ERR_COUNT,
       "more bytes than MPI's counts can express");
    const int bytes = static_cast<int>(c.bytes);
    return {WindowContext::of(c), bytes, std::max(1, (bytes + pieces - 1) / pieces)};
  }
};

template <bool flush_each>
struct PutInPieces : rma::Sections {
  using Context = PiecesContext;
  static void repetition(const Context& c, const Slot& s) {
    for (int at = 0; at < c.bytes; at += c.piece) {
      const int count = std::min(c.piece, c.bytes - at);
      ok(MPI_Put(s.out + at, count, MPI_BYTE, c.peer, s.position + at, count, MPI_BYTE, c.window), "MPI_Put");
      if constexpr (flush_each) flush(c);
    }
    if constexpr (!flush_each) flush(c);
  }
};

inline void lock(const WindowContext& c) {
  ok(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, c.peer, 0, c.window), "MPI_Win_lock");
}
inline void unlock(const WindowContext& c) {
  ok(MPI_Win_unlock(c.peer, c.window), "MPI_Win_unlock");
}

/// Each in an epoch of its own, as the other side needs one.
struct LockedSwap {
  using Context = rma::CompareAndSwap::Context;
  static void repetition(const Context& c, const Slot& s) {
    lock(c);
    rma::CompareAndSwap::issue(c, s);
    unlock(c);
  }
};

struct SwapByGetPut {
  using Context = rma::CompareAndSwap::Context;
  static void repetition(const Context& c, const Slot& s) {
    lock(c);
    ok(MPI_Get(s.in, 1, c.type, c.peer, 0, 1, c.type, c.window), "MPI_Get");
    flush(c);
    if (std::memcmp(s.in, s.out, sizeof(int)) == 0)
      ok(MPI_Put(s.out + c.next, 1, c.type, c.peer, 0, 1, c.type, c.window), "MPI_Put");
    unlock(c);
  }
};

template <class Left, class Right>
constexpr Benchmark window_row(std::string_view id, std::string_view name, std::string_view summary,
                               const Movement& moved, Epoch epoch = Epoch::lock) {
  Benchmark row = guideline_row<Left, Right>(id, name, summary, moved);
  row.klass = TransferClass::single_transfer;
  row.needs = {.processes = {2, 2, Roles::first}, .resource = Resource::window, .window = {.epoch = epoch}};
  return row;
}

inline constexpr Movement put{{.receive = Extent::none}, ExpectedContent::put_by_peer},
    got{{.send = Extent::none}, ExpectedContent::got_from_peer};

inline constexpr std::array window_guidelines{
    window_row<Flushed<rma::Put<rma::Flush>>, Flushed<PutByAccumulate>>(
        "R1", "Put_as_Accumulate", "MPI_Put, and MPI_Accumulate with MPI_REPLACE, flushed", put),
    window_row<Flushed<rma::Get<rma::Flush>>, Flushed<GetByGetAccumulate>>(
        "R2", "Get_as_Get_accumulate", "MPI_Get, and MPI_Get_accumulate with MPI_NO_OP, flushed", got),
    window_row<Flushed<rma::FetchAndOp>, Flushed<CountByGetAccumulate>>(
        "R3", "Fetch_and_op_as_Get_accumulate",
        "MPI_Fetch_and_op, and MPI_Get_accumulate of one float, flushed",
        {{.receive = Extent::element, .element = Element::real32}, ExpectedContent::counted}),
    window_row<LockedSwap, SwapByGetPut>(
        "R4", "Compare_and_swap_as_Get_Put",
        "MPI_Compare_and_swap of one int, and MPI_Get and MPI_Put under an exclusive lock",
        {{.send = Extent::two_messages, .receive = Extent::element, .element = Element::whole32},
         ExpectedContent::swapped},
        Epoch::each),
    window_row<PutInPieces<false>, PutInPieces<true>>(
        "R5", "Puts_as_flushed_Puts", "eight MPI_Put of X/8 bytes and one flush, and a flush after each",
        put),
    window_row<Flushed<rma::Put<rma::Flush>>, Flushed<PutByRput>>(
        "R6", "Put_as_Rput", "MPI_Put, and MPI_Rput and MPI_Wait, flushed", put),
};

}  // namespace sonde::patterns::guidelines
