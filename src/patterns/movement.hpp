// Collectives of IMB-MPI1 that move data (guide 3.3.4.4 to 3.3.4.12) and the barrier (3.3.4.13).
#pragma once
#include <array>

#include "patterns/collective_rows.hpp"

namespace sonde::patterns {

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

inline constexpr std::array movement_rows{
    collective<Bcast>("Bcast", "MPI_Bcast of X bytes; the root goes round", from_the_root),
    collective<Allgather>("Allgather", "MPI_Allgather: X bytes from every rank to every rank", to_everybody),
    collective<Allgatherv>("Allgatherv", "MPI_Allgatherv with X bytes from every rank", to_everybody),
    collective<Scatter>("Scatter", "MPI_Scatter: X bytes from the root to every rank; the root goes round",
                        spread_by_the_root),
    collective<Scatterv>("Scatterv", "MPI_Scatterv with X bytes to every rank; the root goes round",
                         spread_by_the_root),
    collective<Gather>("Gather", "MPI_Gather: X bytes from every rank to the root; the root goes round",
                       to_the_root),
    collective<Gatherv>("Gatherv", "MPI_Gatherv with X bytes from every rank; the root goes round",
                        to_the_root),
    collective<Alltoall>("Alltoall", "MPI_Alltoall: X bytes from every rank to every other", from_all_to_all),
    collective<Alltoallv>("Alltoallv", "MPI_Alltoallv with X bytes from every rank to every other",
                          from_all_to_all),
};

inline constexpr std::array barrier_rows{
    collective<Barrier>("Barrier", "MPI_Barrier", nothing_moved),
};

}  // namespace sonde::patterns
