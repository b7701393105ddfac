// One-sided transfers of IMB-EXT (guide 4.2.3): what one repetition does, and the rows.
#pragma once
#include <algorithm>
#include <array>
#include <type_traits>

#include "engine/epoch_loops.hpp"
#include "mpi/error.hpp"

namespace sonde::patterns {

using engine::ByteWindowContext;
using engine::Slot;
using engine::WindowContext;
using mpi::ok;

inline void fence(const WindowContext& c) {
  ok(MPI_Win_fence(0, c.window), "MPI_Win_fence");
}

/// Figures 6 and 8: from this rank's buffer to the same place of the peer's window.
struct Put {
  using Context = ByteWindowContext;
  static void issue(const Context& c, const Slot& s) {
    ok(MPI_Put(s.out, c.count, c.type, c.peer, s.out_offset, c.count, c.type, c.window), "MPI_Put");
  }
  static void complete(const Context& c) { fence(c); }
};

/// Figures 7 and 9: from the peer's window to the same place of this rank's buffer.
struct Get {
  using Context = ByteWindowContext;
  static void issue(const Context& c, const Slot& s) {
    ok(MPI_Get(s.in, c.count, c.type, c.peer, s.in_offset, c.count, c.type, c.window), "MPI_Get");
  }
  static void complete(const Context& c) { fence(c); }
};

/// Figure 10: everybody adds to the window of rank 0, rank 0 included.
struct Accumulate {
  using Context = WindowContext;
  static constexpr int root = 0;
  static void issue(const Context& c, const Slot& s) {
    ok(MPI_Accumulate(s.out, c.count, c.type, root, s.out_offset, c.count, c.type, c.op, c.window),
       "MPI_Accumulate");
  }
  static void complete(const Context& c) { fence(c); }
};

/// Figure 11: a window made, used for a negligible action (a Put of one float to this rank itself) and freed.
/// A new window ends the job at an error until it is told to return it, which takes nanoseconds.
struct WindowLife {
  struct Context {
    MPI_Comm comm;
    MPI_Info info;
    MPI_Aint bytes;
    int rank;
    int touched;  ///< bytes: a float, or nothing in an empty window
    static Context of(const Case& c) {
      constexpr auto action = static_cast<std::int64_t>(sizeof(float));
      return {c.comm, c.info, static_cast<MPI_Aint>(c.bytes), c.rank,
              static_cast<int>(std::min(c.bytes, action))};
    }
  };
  static void repetition(const Context& c, const Slot& s) {
    MPI_Win window = MPI_WIN_NULL;
    ok(MPI_Win_create(s.in, c.bytes, 1, c.info, c.comm, &window), "MPI_Win_create");
    ok(MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
    ok(MPI_Win_fence(0, window), "MPI_Win_fence");
    ok(MPI_Put(s.out, c.touched, MPI_BYTE, c.rank, 0, c.touched, MPI_BYTE, window), "MPI_Put");
    ok(MPI_Win_fence(0, window), "MPI_Win_fence");
    ok(MPI_Win_free(&window), "MPI_Win_free");
  }
};

template <class P>
constexpr std::array<Mode, 2> epoch_modes() {
  return {{{"AGGREGATE", Counting::per_sample, engine::measure_aggregate<P>, Batching::whole},
           {"NON-AGGREGATE", Counting::nonaggregate, engine::measure_each_completed<P>}}};
}

/// The four transfers between two ranks differ in name, direction and pattern only.
template <class P>
constexpr Benchmark transfer_row(std::string_view name, std::string_view summary, Roles roles) {
  constexpr bool get = std::is_same_v<P, Get>;
  return {.name = name,
          .summary = summary,
          .suite = Suite::ext,
          .klass = TransferClass::single_transfer,
          .message = {.send = get ? Extent::none : Extent::message,
                      .receive = get ? Extent::message : Extent::none,
                      .element = Element::real32},
          .needs = {.processes = {2, 2, roles}, .resource = Resource::window},
          .expect = get ? ExpectedContent::got_from_peer : ExpectedContent::put_by_peer,
          .metric = {.messages = 1},
          .modes = epoch_modes<P>()};
}

inline constexpr std::array<Benchmark, 6> one_sided_rows{{
    {.name = "Window",
     .summary = "MPI_Win_create, fence, a small action, fence and MPI_Win_free",
     .suite = Suite::ext,
     .message = {.element = Element::real32},
     .modes = {{{"", Counting::nonaggregate, engine::measure<WindowLife>}}}},
    transfer_row<Get>("Unidir_Get", "MPI_Get by rank 0 from the window of rank 1", Roles::halves),
    transfer_row<Put>("Unidir_Put", "MPI_Put by rank 0 to the window of rank 1", Roles::halves),
    transfer_row<Get>("Bidir_Get", "two ranks MPI_Get from each other's window at the same time",
                      Roles::alike),
    transfer_row<Put>("Bidir_Put", "two ranks MPI_Put to each other's window at the same time", Roles::alike),
    {.name = "Accumulate",
     .summary = "MPI_Accumulate of floats with MPI_SUM by every rank to the window of rank 0",
     .suite = Suite::ext,
     .message = {.receive = Extent::none, .element = Element::real32, .root = Root::zero},
     .needs = {.resource = Resource::window},
     .expect = ExpectedContent::accumulated,
     .modes = epoch_modes<Accumulate>()},
}};

}  // namespace sonde::patterns
