// Persistent collectives: how a request is made. What starts it and waits for it is the same for all
// (engine/persistent_loops.hpp). Each has two rows, beside computation and alone (_pure).
#pragma once
#include <array>

#include "engine/persistent_loops.hpp"
#include "mpi/persistent.hpp"
#include "patterns/collective_messages.hpp"

namespace sonde::patterns {

using engine::Slot;

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
void started(const Case& c, const Loop& loop, Sample& sample) {
  engine::measure_persistent(init, c, loop, sample);
}
template <Init init>
void started_beside(const Case& c, const Loop& loop, Sample& sample) {
  engine::measure_persistent_beside(init, c, loop, sample);
}

/// What differs between the two rows of a collective.
struct Ways {
  Measure beside, alone;
};
template <Init init>
inline constexpr Ways started_ways{started_beside<init>, started<init>};

/// The two rows of a collective, beside computation and alone.
constexpr std::array<Benchmark, 2> persistent_rows(std::string_view name, std::string_view name_pure,
                                                   std::string_view summary, const Message& message,
                                                   ExpectedContent expect, Feature feature,
                                                   const Ways& made) {
  const Benchmark beside{.name = name,
                         .summary = summary,
                         .suite = Suite::mpi4,
                         .overlapped = true,
                         .message = message,
                         .needs = {.library = feature},
                         .expect = expect,
                         .modes = {{{"", Counting::per_sample, made.beside}}}};
  Benchmark pure = beside;
  pure.name = name_pure;
  pure.optional = true;
  pure.overlapped = false;
  pure.modes[0] = {"", Counting::per_sample, made.alone};
  return {beside, pure};
}

template <Init init>
constexpr std::array<Benchmark, 2> persistent(std::string_view name, std::string_view name_pure,
                                              std::string_view summary, const Message& message,
                                              ExpectedContent expect,
                                              Feature feature = Feature::persistent_collectives) {
  return persistent_rows(name, name_pure, summary, message, expect, feature, started_ways<init>);
}

/// What Reduce_scatter_persist is under -reduce_scatter all.
inline constexpr auto reduce_scatter_persist_all = persistent<reduce_scatter_init>(
    "Reduce_scatter_persist", "Reduce_scatter_persist_pure",
    "a started MPI_Reduce_scatter of X bytes in all, split evenly over the ranks", summed_shares,
    ExpectedContent::reduced_scattered);

/// Both rows of each collective, one pair after another.
inline constexpr std::array<std::array<Benchmark, 2>, 13> persistent_pairs{{
    persistent<bcast_init>("Bcast_persist", "Bcast_persist_pure", "a started MPI_Bcast of X bytes",
                           from_the_root, ExpectedContent::from_root),
    persistent<allgather_init>("Allgather_persist", "Allgather_persist_pure",
                               "a started MPI_Allgather: X bytes from every rank to every rank", to_everybody,
                               ExpectedContent::gathered),
    persistent<allgatherv_init>("Allgatherv_persist", "Allgatherv_persist_pure",
                                "a started MPI_Allgatherv with X bytes from every rank", to_everybody,
                                ExpectedContent::gathered),
    persistent<gather_init>("Gather_persist", "Gather_persist_pure",
                            "a started MPI_Gather: X bytes from every rank to the root", to_the_root,
                            ExpectedContent::gathered_at_root),
    persistent<gatherv_init>("Gatherv_persist", "Gatherv_persist_pure",
                             "a started MPI_Gatherv with X bytes from every rank", to_the_root,
                             ExpectedContent::gathered_at_root),
    persistent<scatter_init>("Scatter_persist", "Scatter_persist_pure",
                             "a started MPI_Scatter: X bytes from the root to every rank", spread_by_the_root,
                             ExpectedContent::scattered, Feature::persistent_scatter),
    persistent<scatterv_init>("Scatterv_persist", "Scatterv_persist_pure",
                              "a started MPI_Scatterv with X bytes to every rank", spread_by_the_root,
                              ExpectedContent::scattered),
    persistent<alltoall_init>("Alltoall_persist", "Alltoall_persist_pure",
                              "a started MPI_Alltoall: X bytes from every rank to every other",
                              from_all_to_all, ExpectedContent::transposed),
    persistent<alltoallv_init>("Alltoallv_persist", "Alltoallv_persist_pure",
                               "a started MPI_Alltoallv with X bytes from every rank to every other",
                               from_all_to_all, ExpectedContent::transposed),
    persistent<reduce_init>("Reduce_persist", "Reduce_persist_pure",
                            "a started MPI_Reduce of X bytes to a root that goes round", summed_at_the_root,
                            ExpectedContent::reduced_at_root),
    or_the_others(
        persistent<reduce_scatter_init>("Reduce_scatter_persist", "Reduce_scatter_persist_pure",
                                        "a started MPI_Reduce_scatter of P X bytes, X for every rank",
                                        summed_blocks, ExpectedContent::reduced_block),
        reduce_scatter_persist_all),
    persistent<allreduce_init>("Allreduce_persist", "Allreduce_persist_pure",
                               "a started MPI_Allreduce of X bytes", summed, ExpectedContent::reduced),
    persistent<barrier_init>("Barrier_persist", "Barrier_persist_pure", "a started MPI_Barrier", no_message,
                             ExpectedContent::entered_by_all),
}};

}  // namespace sonde::patterns
