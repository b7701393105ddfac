// The MPI calls that take message buffers of the catalogue, for libraries that are preloaded and move the
// buffers. An entry of a list is
//   CALL(name, (parameters), (arguments), regions...)
// What expands a list defines CALL and
//   AT(buffer)              the buffer as the argument of the call
//   READS(buffer, bytes)    that the call may read so many bytes from there on
//   WRITES(buffer, bytes)   that it may write them, or read and write them
// in a place that sees `buffers`. Types have no gaps.
#pragma once
#include <mpi.h>

#include <algorithm>
#include <numeric>

#include "mpi/persistent_calls.hpp"

namespace buffers {

inline long bytes_of(long n, MPI_Datatype t) {
  MPI_Aint lower = 0, extent = 0;
  PMPI_Type_get_extent(t, &lower, &extent);
  return n * static_cast<long>(extent);
}

inline int members(MPI_Comm c) {
  int size = 0;
  PMPI_Comm_size(c, &size);
  return size;
}

inline bool is(int root, MPI_Comm c) {
  int rank = 0;
  PMPI_Comm_rank(c, &rank);
  return rank == root;
}

struct Neighbours {
  int from = 0, to = 0;
};
inline Neighbours neighbours(MPI_Comm c) {
  Neighbours all;
  int weighted = 0;
  PMPI_Dist_graph_neighbors_count(c, &all.from, &all.to, &weighted);
  return all;
}

/// From the beginning of the buffer to the end of its last block. Without counts (MPI_IN_PLACE): nothing.
inline long up_to_last(int blocks, const int n[], const int at[], MPI_Datatype t) {
  long end = 0;
  for (int i = 0; i < blocks && n != nullptr; ++i) end = std::max(end, bytes_of(long{at[i]} + n[i], t));
  return end;
}

/// The same where places are in bytes.
template <class Place>
long up_to_last(int blocks, const int n[], const Place at[], const MPI_Datatype t[]) {
  long end = 0;
  for (int i = 0; i < blocks && n != nullptr; ++i)
    end = std::max(end, static_cast<long>(at[i]) + bytes_of(n[i], t[i]));
  return end;
}

inline long all_of(const int n[], MPI_Comm c, MPI_Datatype t) {
  return bytes_of(std::accumulate(n, n + members(c), 0L), t);
}
inline long own_of(const int n[], MPI_Comm c, MPI_Datatype t) {
  int rank = 0;
  PMPI_Comm_rank(c, &rank);
  return bytes_of(n[rank], t);
}

}  // namespace buffers

#define SONDE_MESSAGES(CALL)                                                                                \
  CALL(Send, (const void* out, int n, MPI_Datatype t, int to, int tag, MPI_Comm c),                         \
       (AT(out), n, t, to, tag, c), READS(out, bytes_of(n, t)))                                             \
  CALL(Ssend, (const void* out, int n, MPI_Datatype t, int to, int tag, MPI_Comm c),                        \
       (AT(out), n, t, to, tag, c), READS(out, bytes_of(n, t)))                                             \
  CALL(Bsend, (const void* out, int n, MPI_Datatype t, int to, int tag, MPI_Comm c),                        \
       (AT(out), n, t, to, tag, c), READS(out, bytes_of(n, t)))                                             \
  CALL(Recv, (void* in, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status* status),          \
       (AT(in), n, t, from, tag, c, status), WRITES(in, bytes_of(n, t)))                                    \
  CALL(Mrecv, (void* in, int n, MPI_Datatype t, MPI_Message* message, MPI_Status* status),                  \
       (AT(in), n, t, message, status), WRITES(in, bytes_of(n, t)))                                         \
  CALL(Sendrecv,                                                                                            \
       (const void* out, int n, MPI_Datatype t, int to, int tag, void* in, int m, MPI_Datatype u, int from, \
        int tag_in, MPI_Comm c, MPI_Status* status),                                                        \
       (AT(out), n, t, to, tag, AT(in), m, u, from, tag_in, c, status), READS(out, bytes_of(n, t)),         \
       WRITES(in, bytes_of(m, u)))                                                                          \
  CALL(Sendrecv_replace,                                                                                    \
       (void* in, int n, MPI_Datatype t, int to, int tag, int from, int tag_in, MPI_Comm c,                 \
        MPI_Status* status),                                                                                \
       (AT(in), n, t, to, tag, from, tag_in, c, status), WRITES(in, bytes_of(n, t)))                        \
  CALL(Reduce_local, (const void* out, void* in, int n, MPI_Datatype t, MPI_Op op),                         \
       (AT(out), AT(in), n, t, op), READS(out, bytes_of(n, t)), WRITES(in, bytes_of(n, t)))

/// Complete when the request is waited for.
#define SONDE_STARTED_MESSAGES(CALL)                                                                       \
  CALL(Isend, (const void* out, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request* request), \
       (AT(out), n, t, to, tag, c, request), READS(out, bytes_of(n, t)))                                   \
  CALL(Irecv, (void* in, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request* request),      \
       (AT(in), n, t, from, tag, c, request), WRITES(in, bytes_of(n, t)))

/// Begin when the request is started.
#define SONDE_PERSISTENT_MESSAGES(CALL)                                                                   \
  CALL(Send_init,                                                                                         \
       (const void* out, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request* request),       \
       (AT(out), n, t, to, tag, c, request), READS(out, bytes_of(n, t)))                                  \
  CALL(Recv_init, (void* in, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request* request), \
       (AT(in), n, t, from, tag, c, request), WRITES(in, bytes_of(n, t)))

/// Partitioned messages, which libraries before MPI 4.0 lack: what is sent is read when a partition is ready.
#define SONDE_PARTITIONED_MESSAGES(CALL)                                                                     \
  CALL(Psend_init,                                                                                           \
       (const void* out, int parts, MPI_Count n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Info info, \
        MPI_Request* request),                                                                               \
       (AT(out), parts, n, t, to, tag, c, info, request), READS(out, bytes_of(parts* n, t)))                 \
  CALL(Precv_init,                                                                                           \
       (void* in, int parts, MPI_Count n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Info info,      \
        MPI_Request* request),                                                                               \
       (AT(in), parts, n, t, from, tag, c, info, request), WRITES(in, bytes_of(parts* n, t)))

/// CALL(name, name of the non-blocking one, ...). The non-blocking one has a parameter `MPI_Request* request`
/// more, the persistent one, SONDE_PERSISTENT(name), two: `MPI_Info info, MPI_Request* request`.
#define SONDE_COLLECTIVES(CALL)                                                                              \
  CALL(Bcast, Ibcast, (void* in, int n, MPI_Datatype t, int root, MPI_Comm c), (AT(in), n, t, root, c),      \
       WRITES(in, bytes_of(n, t)))                                                                           \
  CALL(Gather, Igather,                                                                                      \
       (const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, int root, MPI_Comm c),      \
       (AT(out), n, t, AT(in), m, u, root, c), READS(out, bytes_of(n, t)),                                   \
       WRITES(in, is(root, c) ? bytes_of(long{m} * members(c), u) : 0))                                      \
  CALL(Gatherv, Igatherv,                                                                                    \
       (const void* out, int n, MPI_Datatype t, void* in, const int m[], const int at[], MPI_Datatype u,     \
        int root, MPI_Comm c),                                                                               \
       (AT(out), n, t, AT(in), m, at, u, root, c), READS(out, bytes_of(n, t)),                               \
       WRITES(in, is(root, c) ? up_to_last(members(c), m, at, u) : 0))                                       \
  CALL(Scatter, Iscatter,                                                                                    \
       (const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, int root, MPI_Comm c),      \
       (AT(out), n, t, AT(in), m, u, root, c),                                                               \
       READS(out, is(root, c) ? bytes_of(long{n} * members(c), t) : 0), WRITES(in, bytes_of(m, u)))          \
  CALL(Scatterv, Iscatterv,                                                                                  \
       (const void* out, const int n[], const int at[], MPI_Datatype t, void* in, int m, MPI_Datatype u,     \
        int root, MPI_Comm c),                                                                               \
       (AT(out), n, at, t, AT(in), m, u, root, c),                                                           \
       READS(out, is(root, c) ? up_to_last(members(c), n, at, t) : 0), WRITES(in, bytes_of(m, u)))           \
  CALL(Allgather, Iallgather,                                                                                \
       (const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, MPI_Comm c),                \
       (AT(out), n, t, AT(in), m, u, c), READS(out, bytes_of(n, t)),                                         \
       WRITES(in, bytes_of(long{m} * members(c), u)))                                                        \
  CALL(Allgatherv, Iallgatherv,                                                                              \
       (const void* out, int n, MPI_Datatype t, void* in, const int m[], const int at[], MPI_Datatype u,     \
        MPI_Comm c),                                                                                         \
       (AT(out), n, t, AT(in), m, at, u, c), READS(out, bytes_of(n, t)),                                     \
       WRITES(in, up_to_last(members(c), m, at, u)))                                                         \
  CALL(Alltoall, Ialltoall,                                                                                  \
       (const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, MPI_Comm c),                \
       (AT(out), n, t, AT(in), m, u, c), READS(out, bytes_of(long{n} * members(c), t)),                      \
       WRITES(in, bytes_of(long{m} * members(c), u)))                                                        \
  CALL(Alltoallv, Ialltoallv,                                                                                \
       (const void* out, const int n[], const int from[], MPI_Datatype t, void* in, const int m[],           \
        const int at[], MPI_Datatype u, MPI_Comm c),                                                         \
       (AT(out), n, from, t, AT(in), m, at, u, c), READS(out, up_to_last(members(c), n, from, t)),           \
       WRITES(in, up_to_last(members(c), m, at, u)))                                                         \
  CALL(Alltoallw, Ialltoallw,                                                                                \
       (const void* out, const int n[], const int from[], const MPI_Datatype t[], void* in, const int m[],   \
        const int at[], const MPI_Datatype u[], MPI_Comm c),                                                 \
       (AT(out), n, from, t, AT(in), m, at, u, c), READS(out, up_to_last(members(c), n, from, t)),           \
       WRITES(in, up_to_last(members(c), m, at, u)))                                                         \
  CALL(Reduce, Ireduce, (const void* out, void* in, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm c), \
       (AT(out), AT(in), n, t, op, root, c), READS(out, bytes_of(n, t)),                                     \
       WRITES(in, is(root, c) ? bytes_of(n, t) : 0))                                                         \
  CALL(Allreduce, Iallreduce, (const void* out, void* in, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c),     \
       (AT(out), AT(in), n, t, op, c), READS(out, bytes_of(n, t)), WRITES(in, bytes_of(n, t)))               \
  CALL(Reduce_scatter, Ireduce_scatter,                                                                      \
       (const void* out, void* in, const int n[], MPI_Datatype t, MPI_Op op, MPI_Comm c),                    \
       (AT(out), AT(in), n, t, op, c), READS(out, all_of(n, c, t)), WRITES(in, own_of(n, c, t)))             \
  CALL(Reduce_scatter_block, Ireduce_scatter_block,                                                          \
       (const void* out, void* in, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c),                            \
       (AT(out), AT(in), n, t, op, c), READS(out, bytes_of(long{n} * members(c), t)),                        \
       WRITES(in, bytes_of(n, t)))                                                                           \
  CALL(Scan, Iscan, (const void* out, void* in, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c),               \
       (AT(out), AT(in), n, t, op, c), READS(out, bytes_of(n, t)), WRITES(in, bytes_of(n, t)))               \
  CALL(Exscan, Iexscan, (const void* out, void* in, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c),           \
       (AT(out), AT(in), n, t, op, c), READS(out, bytes_of(n, t)), WRITES(in, bytes_of(n, t)))               \
  CALL(Neighbor_allgather, Ineighbor_allgather,                                                              \
       (const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, MPI_Comm c),                \
       (AT(out), n, t, AT(in), m, u, c), READS(out, bytes_of(n, t)),                                         \
       WRITES(in, bytes_of(long{m} * neighbours(c).from, u)))                                                \
  CALL(Neighbor_allgatherv, Ineighbor_allgatherv,                                                            \
       (const void* out, int n, MPI_Datatype t, void* in, const int m[], const int at[], MPI_Datatype u,     \
        MPI_Comm c),                                                                                         \
       (AT(out), n, t, AT(in), m, at, u, c), READS(out, bytes_of(n, t)),                                     \
       WRITES(in, up_to_last(neighbours(c).from, m, at, u)))                                                 \
  CALL(Neighbor_alltoall, Ineighbor_alltoall,                                                                \
       (const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, MPI_Comm c),                \
       (AT(out), n, t, AT(in), m, u, c), READS(out, bytes_of(long{n} * neighbours(c).to, t)),                \
       WRITES(in, bytes_of(long{m} * neighbours(c).from, u)))                                                \
  CALL(Neighbor_alltoallv, Ineighbor_alltoallv,                                                              \
       (const void* out, const int n[], const int from[], MPI_Datatype t, void* in, const int m[],           \
        const int at[], MPI_Datatype u, MPI_Comm c),                                                         \
       (AT(out), n, from, t, AT(in), m, at, u, c), READS(out, up_to_last(neighbours(c).to, n, from, t)),     \
       WRITES(in, up_to_last(neighbours(c).from, m, at, u)))                                                 \
  CALL(Neighbor_alltoallw, Ineighbor_alltoallw,                                                              \
       (const void* out, const int n[], const MPI_Aint from[], const MPI_Datatype t[], void* in,             \
        const int m[], const MPI_Aint at[], const MPI_Datatype u[], MPI_Comm c),                             \
       (AT(out), n, from, t, AT(in), m, at, u, c), READS(out, up_to_last(neighbours(c).to, n, from, t)),     \
       WRITES(in, up_to_last(neighbours(c).from, m, at, u)))

/// One-sided transfers to or from rank `to`, complete when window `w` is synchronised.
#define SONDE_TRANSFERS(CALL)                                                                                \
  CALL(Put, (const void* out, int n, MPI_Datatype t, int to, MPI_Aint at, int m, MPI_Datatype u, MPI_Win w), \
       (AT(out), n, t, to, at, m, u, w), READS(out, bytes_of(n, t)))                                         \
  CALL(Get, (void* in, int n, MPI_Datatype t, int to, MPI_Aint at, int m, MPI_Datatype u, MPI_Win w),        \
       (AT(in), n, t, to, at, m, u, w), WRITES(in, bytes_of(n, t)))                                          \
  CALL(Accumulate,                                                                                           \
       (const void* out, int n, MPI_Datatype t, int to, MPI_Aint at, int m, MPI_Datatype u, MPI_Op op,       \
        MPI_Win w),                                                                                          \
       (AT(out), n, t, to, at, m, u, op, w), READS(out, bytes_of(n, t)))                                     \
  CALL(Get_accumulate,                                                                                       \
       (const void* out, int n, MPI_Datatype t, void* in, int k, MPI_Datatype v, int to, MPI_Aint at, int m, \
        MPI_Datatype u, MPI_Op op, MPI_Win w),                                                               \
       (AT(out), n, t, AT(in), k, v, to, at, m, u, op, w), READS(out, bytes_of(n, t)),                       \
       WRITES(in, bytes_of(k, v)))                                                                           \
  CALL(Fetch_and_op, (const void* out, void* in, MPI_Datatype t, int to, MPI_Aint at, MPI_Op op, MPI_Win w), \
       (AT(out), AT(in), t, to, at, op, w), READS(out, bytes_of(1, t)), WRITES(in, bytes_of(1, t)))          \
  CALL(Compare_and_swap,                                                                                     \
       (const void* out, const void* expected, void* in, MPI_Datatype t, int to, MPI_Aint at, MPI_Win w),    \
       (AT(out), AT(expected), AT(in), t, to, at, w), READS(out, bytes_of(1, t)),                            \
       READS(expected, bytes_of(1, t)), WRITES(in, bytes_of(1, t)))

/// The same, complete when the request is waited for.
#define SONDE_REQUESTED_TRANSFERS(CALL)                                                                      \
  CALL(Rput,                                                                                                 \
       (const void* out, int n, MPI_Datatype t, int to, MPI_Aint at, int m, MPI_Datatype u, MPI_Win w,       \
        MPI_Request* request),                                                                               \
       (AT(out), n, t, to, at, m, u, w, request), READS(out, bytes_of(n, t)))                                \
  CALL(Rget,                                                                                                 \
       (void* in, int n, MPI_Datatype t, int to, MPI_Aint at, int m, MPI_Datatype u, MPI_Win w,              \
        MPI_Request* request),                                                                               \
       (AT(in), n, t, to, at, m, u, w, request), WRITES(in, bytes_of(n, t)))                                 \
  CALL(Raccumulate,                                                                                          \
       (const void* out, int n, MPI_Datatype t, int to, MPI_Aint at, int m, MPI_Datatype u, MPI_Op op,       \
        MPI_Win w, MPI_Request* request),                                                                    \
       (AT(out), n, t, to, at, m, u, op, w, request), READS(out, bytes_of(n, t)))                            \
  CALL(Rget_accumulate,                                                                                      \
       (const void* out, int n, MPI_Datatype t, void* in, int k, MPI_Datatype v, int to, MPI_Aint at, int m, \
        MPI_Datatype u, MPI_Op op, MPI_Win w, MPI_Request* request),                                         \
       (AT(out), n, t, AT(in), k, v, to, at, m, u, op, w, request), READS(out, bytes_of(n, t)),              \
       WRITES(in, bytes_of(k, v)))

// Macros that expand entries.
#define SONDE_PROFILED(name) SONDE_PROFILED_(name)
#define SONDE_PROFILED_(name) P##name
#define SONDE_MORE(...) __VA_ARGS__
