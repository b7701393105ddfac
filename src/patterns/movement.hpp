// Collectives of IMB-MPI1 that move data (guide 3.3.4.4 to 3.3.4.12) and the barrier (3.3.4.13).
#pragma once
#include <array>

#include "engine/loops.hpp"
#include "mpi/error.hpp"

namespace sonde::patterns {

using engine::CollectiveContext;
using engine::Slot;
using engine::VectorContext;
using mpi::ok;

/// The root's receive buffer is the message's origin too, so that every rank passes the same argument.
struct Bcast {
  using Context = CollectiveContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Bcast(s.in, c.count, c.type, s.root, c.comm), "MPI_Bcast");
  }
};

struct Allgather {
  using Context = CollectiveContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Allgather(s.out, c.count, c.type, s.in, c.count, c.type, c.comm), "MPI_Allgather");
  }
};

struct Allgatherv {
  using Context = VectorContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Allgatherv(s.out, c.count, c.type, s.in, c.counts, c.displacements, c.type, c.comm),
       "MPI_Allgatherv");
  }
};

struct Scatter {
  using Context = CollectiveContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Scatter(s.out, c.count, c.type, s.in, c.count, c.type, s.root, c.comm), "MPI_Scatter");
  }
};

struct Scatterv {
  using Context = VectorContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Scatterv(s.out, c.counts, c.displacements, c.type, s.in, c.count, c.type, s.root, c.comm),
       "MPI_Scatterv");
  }
};

struct Gather {
  using Context = CollectiveContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Gather(s.out, c.count, c.type, s.in, c.count, c.type, s.root, c.comm), "MPI_Gather");
  }
};

struct Gatherv {
  using Context = VectorContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Gatherv(s.out, c.count, c.type, s.in, c.counts, c.displacements, c.type, s.root, c.comm),
       "MPI_Gatherv");
  }
};

struct Alltoall {
  using Context = CollectiveContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Alltoall(s.out, c.count, c.type, s.in, c.count, c.type, c.comm), "MPI_Alltoall");
  }
};

struct Alltoallv {
  using Context = VectorContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Alltoallv(s.out, c.counts, c.displacements, c.type, s.in, c.counts, c.displacements, c.type,
                     c.comm),
       "MPI_Alltoallv");
  }
};

struct Barrier {
  using Context = CollectiveContext;
  static void repetition(const Context& c, const Slot&) { ok(MPI_Barrier(c.comm), "MPI_Barrier"); }
};

inline constexpr std::array<Benchmark, 9> movement_rows{{
    {.name = "Bcast",
     .summary = "MPI_Bcast of X bytes; the root goes round",
     .message = {.send = Extent::none, .root = Root::rotates},
     .expect = ExpectedContent::from_root,
     .modes = {{{"", Counting::per_sample, engine::measure<Bcast>}}}},
    {.name = "Allgather",
     .summary = "MPI_Allgather: X bytes from every rank to every rank",
     .message = {.receive = Extent::message_per_rank},
     .expect = ExpectedContent::gathered,
     .modes = {{{"", Counting::per_sample, engine::measure<Allgather>}}}},
    {.name = "Allgatherv",
     .summary = "MPI_Allgatherv with X bytes from every rank",
     .message = {.receive = Extent::message_per_rank},
     .expect = ExpectedContent::gathered,
     .modes = {{{"", Counting::per_sample, engine::measure<Allgatherv>}}}},
    {.name = "Scatter",
     .summary = "MPI_Scatter: X bytes from the root to every rank; the root goes round",
     .message = {.send = Extent::message_per_rank, .root = Root::rotates},
     .expect = ExpectedContent::scattered,
     .modes = {{{"", Counting::per_sample, engine::measure<Scatter>}}}},
    {.name = "Scatterv",
     .summary = "MPI_Scatterv with X bytes to every rank; the root goes round",
     .message = {.send = Extent::message_per_rank, .root = Root::rotates},
     .expect = ExpectedContent::scattered,
     .modes = {{{"", Counting::per_sample, engine::measure<Scatterv>}}}},
    {.name = "Gather",
     .summary = "MPI_Gather: X bytes from every rank to the root; the root goes round",
     .message = {.receive = Extent::message_per_rank, .root = Root::rotates},
     .expect = ExpectedContent::gathered_at_root,
     .modes = {{{"", Counting::per_sample, engine::measure<Gather>}}}},
    {.name = "Gatherv",
     .summary = "MPI_Gatherv with X bytes from every rank; the root goes round",
     .message = {.receive = Extent::message_per_rank, .root = Root::rotates},
     .expect = ExpectedContent::gathered_at_root,
     .modes = {{{"", Counting::per_sample, engine::measure<Gatherv>}}}},
    {.name = "Alltoall",
     .summary = "MPI_Alltoall: X bytes from every rank to every other",
     .message = {.send = Extent::message_per_rank, .receive = Extent::message_per_rank},
     .expect = ExpectedContent::transposed,
     .modes = {{{"", Counting::per_sample, engine::measure<Alltoall>}}}},
    {.name = "Alltoallv",
     .summary = "MPI_Alltoallv with X bytes from every rank to every other",
     .message = {.send = Extent::message_per_rank, .receive = Extent::message_per_rank},
     .expect = ExpectedContent::transposed,
     .modes = {{{"", Counting::per_sample, engine::measure<Alltoallv>}}}},
}};

inline constexpr std::array<Benchmark, 1> barrier_rows{{
    {.name = "Barrier",
     .summary = "MPI_Barrier",
     .message = no_message,
     .expect = ExpectedContent::entered_by_all,
     .modes = {{{"", Counting::per_sample, engine::measure<Barrier>}}}},
}};

}  // namespace sonde::patterns
