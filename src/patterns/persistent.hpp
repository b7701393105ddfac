// Persistent collectives: how a request is made. What starts it and waits for it is the same for all
// (engine/persistent_loops.hpp). Each has two rows, beside computation and alone (_pure).
#pragma once
#include <array>

#include "engine/persistent_loops.hpp"
#include "mpi/persistent_calls.hpp"
#include "patterns/collective_rows.hpp"
#include "patterns/joined_text.hpp"

namespace sonde::patterns {

inline int bcast_init(const Case& c, const Slot& s, MPI_Request* request) {
  return SONDE_PERSISTENT(Bcast)(s.in, c.count, c.type, s.root, c.comm, c.info, request);
}
inline int allgather_init(const Case& c, const Slot& s, MPI_Request* request) {
  return SONDE_PERSISTENT(Allgather)(s.out, c.count, c.type, s.in, c.count, c.type, c.comm, c.info, request);
}
inline int allgatherv_init(const Case& c, const Slot& s, MPI_Request* request) {
  return SONDE_PERSISTENT(Allgatherv)(s.out, c.counts[c.rank], c.vector_type, s.in, c.counts, c.displacements,
                                      c.vector_type, c.comm, c.info, request);
}
inline int gather_init(const Case& c, const Slot& s, MPI_Request* request) {
  return SONDE_PERSISTENT(Gather)(s.out, c.count, c.type, s.in, c.count, c.type, s.root, c.comm, c.info,
                                  request);
}
inline int gatherv_init(const Case& c, const Slot& s, MPI_Request* request) {
  return SONDE_PERSISTENT(Gatherv)(s.out, c.counts[c.rank], c.vector_type, s.in, c.counts, c.displacements,
                                   c.vector_type, s.root, c.comm, c.info, request);
}
inline int scatter_init(const Case& c, const Slot& s, MPI_Request* request) {
  return SONDE_PERSISTENT(Scatter)(s.out, c.count, c.type, s.in, c.count, c.type, s.root, c.comm, c.info,
                                   request);
}
inline int scatterv_init(const Case& c, const Slot& s, MPI_Request* request) {
  return SONDE_PERSISTENT(Scatterv)(s.out, c.counts, c.displacements, c.vector_type, s.in, c.counts[c.rank],
                                    c.vector_type, s.root, c.comm, c.info, request);
}
inline int alltoall_init(const Case& c, const Slot& s, MPI_Request* request) {
  return SONDE_PERSISTENT(Alltoall)(s.out, c.count, c.type, s.in, c.count, c.type, c.comm, c.info, request);
}
inline int alltoallv_init(const Case& c, const Slot& s, MPI_Request* request) {
  return SONDE_PERSISTENT(Alltoallv)(s.out, c.counts, c.displacements, c.vector_type, s.in, c.counts,
                                     c.displacements, c.vector_type, c.comm, c.info, request);
}
inline int reduce_init(const Case& c, const Slot& s, MPI_Request* request) {
  return SONDE_PERSISTENT(Reduce)(s.out, s.in, c.count, c.type, c.op, s.root, c.comm, c.info, request);
}
inline int reduce_scatter_init(const Case& c, const Slot& s, MPI_Request* request) {
  return SONDE_PERSISTENT(Reduce_scatter)(s.out, s.in, c.counts, c.vector_type, c.op, c.comm, c.info,
                                          request);
}
inline int allreduce_init(const Case& c, const Slot& s, MPI_Request* request) {
  return SONDE_PERSISTENT(Allreduce)(s.out, s.in, c.count, c.type, c.op, c.comm, c.info, request);
}
inline int barrier_init(const Case& c, const Slot&, MPI_Request* request) {
  return SONDE_PERSISTENT(Barrier)(c.comm, c.info, request);
}

/// What makes the request of a repetition; returns MPI's code.
using Init = int (*)(const Case&, const Slot&, MPI_Request*);

template <Init init>
void started(const Case& c, const Loop& loop, LoopSample& sample) {
  engine::measure_persistent(init, c, loop, sample);
}
template <Init init>
void started_beside(const Case& c, const Loop& loop, LoopSample& sample) {
  engine::measure_persistent_beside(init, c, loop, sample);
}

/// What differs between the two rows of a collective.
struct Ways {
  Measure beside, alone;
};
template <Init init>
inline constexpr Ways started_ways{started_beside<init>, started<init>};

/// The two rows of a collective.
template <Text name>
constexpr Pair persistent(std::string_view summary, const Movement& moved, const Ways& made,
                          Feature feature = Feature::persistent_collectives) {
  Benchmark beside = collective_row(joined<name, "_persist">, summary, moved, made.beside);
  beside.suite = Suite::mpi4;
  beside.overlapped = true;
  beside.needs.library = feature;
  return with_pure(beside, joined<name, "_persist_pure">, summary, made.alone);
}

/// What Reduce_scatter_persist is under -reduce_scatter all.
inline constexpr auto reduce_scatter_persist_all = persistent<"Reduce_scatter">(
    "a started MPI_Reduce_scatter of X bytes in all, split evenly over the ranks", summed_shares,
    started_ways<reduce_scatter_init>);

/// Both rows of each collective, one pair after another.
inline constexpr std::array persistent_pairs{
    persistent<"Bcast">("a started MPI_Bcast of X bytes", from_the_root, started_ways<bcast_init>),
    persistent<"Allgather">("a started MPI_Allgather: X bytes from every rank to every rank", to_everybody,
                            started_ways<allgather_init>),
    persistent<"Allgatherv">("a started MPI_Allgatherv with X bytes from every rank", to_everybody,
                             started_ways<allgatherv_init>),
    persistent<"Gather">("a started MPI_Gather: X bytes from every rank to the root", to_the_root,
                         started_ways<gather_init>),
    persistent<"Gatherv">("a started MPI_Gatherv with X bytes from every rank", to_the_root,
                          started_ways<gatherv_init>),
    persistent<"Scatter">("a started MPI_Scatter: X bytes from the root to every rank", spread_by_the_root,
                          started_ways<scatter_init>, Feature::persistent_scatter),
    persistent<"Scatterv">("a started MPI_Scatterv with X bytes to every rank", spread_by_the_root,
                           started_ways<scatterv_init>),
    persistent<"Alltoall">("a started MPI_Alltoall: X bytes from every rank to every other", from_all_to_all,
                           started_ways<alltoall_init>),
    persistent<"Alltoallv">("a started MPI_Alltoallv with X bytes from every rank to every other",
                            from_all_to_all, started_ways<alltoallv_init>),
    persistent<"Reduce">("a started MPI_Reduce of X bytes to a root that goes round", summed_at_the_root,
                         started_ways<reduce_init>),
    or_the_others(persistent<"Reduce_scatter">("a started MPI_Reduce_scatter of P X bytes, X for every rank",
                                               summed_blocks, started_ways<reduce_scatter_init>),
                  reduce_scatter_persist_all),
    persistent<"Allreduce">("a started MPI_Allreduce of X bytes", summed, started_ways<allreduce_init>),
    persistent<"Barrier">("a started MPI_Barrier", nothing_moved, started_ways<barrier_init>),
};

}  // namespace sonde::patterns
