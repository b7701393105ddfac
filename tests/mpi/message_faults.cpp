// A broken MPI library to order: preloaded, it passes every call on (PMPI) and then spoils what arrived. Only
// messages of SONDE_FAULT_BYTES bytes are touched, so that the program's own communication stays whole.
// SONDE_FAULT is one of
//   corrupt   one bit in the middle of the received message differs
//   truncate  the last element never arrives: the buffer keeps what it held there
//   lose      MPI_Recv fails and leaves the message where it is
//   deny      the status of MPI_Recv names another sender
//   leave     barriers return at once
//   stale     a persistent collective or receive moves data when it is started for the first time only
//   scribble  calls change what they send; MPI_Gather what ranks hold that receive nothing
//   repeat    every other MPI_Fetch_and_op gives back what the one before it has given back
//   misroute  the message comes from, or goes to, another rank: neighbours, blocks or roots are exchanged
// SONDE_FAULT_FURTHER_THREADS plants them in calls of threads that are not the first of their process,
// SONDE_FAULT_RANK on one rank alone.
// SONDE_FAULT_EVERY=N plants corrupt, truncate and lose, and leave in MPI_Ibarrier, only in every N-th such
// call of a rank.
#include <mpi.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "planted.hpp"

namespace {

int rank_of(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

bool chosen(long count, MPI_Datatype type) {
  const char* rank = std::getenv("SONDE_FAULT_RANK");
  if (rank != nullptr && rank_of(MPI_COMM_WORLD) != std::atoi(rank)) return false;
  if (std::getenv("SONDE_FAULT_FURTHER_THREADS") != nullptr && gettid() == getpid()) return false;
  const char* wanted = std::getenv("SONDE_FAULT_BYTES");
  return wanted != nullptr && bytes_of(count, type) == static_cast<std::size_t>(std::atol(wanted));
}

int size_of(MPI_Comm comm) {
  int size = 1;
  PMPI_Comm_size(comm, &size);
  return size;
}

/// Remembers the end of a buffer before a call and spoils the buffer after it.
class Spoiler {
 public:
  Spoiler(void* buffer, std::size_t bytes, bool active)
      : buffer_(static_cast<std::byte*>(buffer)), bytes_(bytes), active_(active && bytes >= 8 && due()) {
    if (active_) end_.assign(buffer_ + bytes_ - 4, buffer_ + bytes_);
  }
  ~Spoiler() {
    if (!active_) return;
    if (planted("corrupt")) buffer_[bytes_ / 2] ^= std::byte{16};
    if (planted("truncate")) std::memcpy(buffer_ + bytes_ - 4, end_.data(), 4);
  }
  Spoiler(const Spoiler&) = delete;
  Spoiler& operator=(const Spoiler&) = delete;

 private:
  std::byte* buffer_;
  std::size_t bytes_;
  bool active_;
  std::vector<std::byte> end_;
};

/// Changes a byte of what may not be written.
void scribble(const void* buffer, bool active) {
  if (active && planted("scribble")) *static_cast<std::byte*>(const_cast<void*>(buffer)) ^= std::byte{16};
}

/// Another rank of the communicator, when messages of this size are to go astray.
int astray(int rank, bool active, MPI_Comm comm) {
  return active && planted("misroute") ? (rank + 1) % size_of(comm) : rank;
}

/// The messages of a window that are to be received: where, and how many bytes.
thread_local std::vector<std::pair<void*, std::size_t>> window;

/// Exchanges the first two of a buffer's blocks.
void swap_blocks(void* buffer, std::size_t block, bool active) {
  if (!active || !planted("misroute")) return;
  auto* first = static_cast<std::byte*>(buffer);
  std::vector<std::byte> keep(first, first + block);
  std::memcpy(first, first + block, block);
  std::memcpy(first + block, keep.data(), block);
}

}  // namespace

extern "C" {

int MPI_Send(const void* out, int n, MPI_Datatype t, int to, int tag, MPI_Comm c) {
  const int code = PMPI_Send(out, n, t, to, tag, c);
  scribble(out, chosen(n, t));
  return code;
}

int MPI_Recv(void* in, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status* status) {
  // Misrouted between two ranks: the message of the chain's other neighbour, or nobody's.
  const bool active = chosen(n, t);
  if (active && planted("lose") && due()) return MPI_ERR_OTHER;
  const Spoiler spoiler(in, bytes_of(n, t), active);
  const int code = PMPI_Recv(in, n, t, from, tag, c, status);
  if (active && planted("misroute")) std::memset(in, 0, bytes_of(n, t));
  if (active && planted("deny") && status != MPI_STATUS_IGNORE) status->MPI_SOURCE += 1;
  return code;
}

int MPI_Sendrecv(const void* out, int n, MPI_Datatype t, int to, int tag, void* in, int m, MPI_Datatype u,
                 int from, int tag2, MPI_Comm c, MPI_Status* status) {
  const bool active = chosen(m, u);
  if (active && planted("misroute")) std::swap(to, from);
  const Spoiler spoiler(in, bytes_of(m, u), active);
  const int code = PMPI_Sendrecv(out, n, t, to, tag, in, m, u, from, tag2, c, status);
  scribble(out, active);
  return code;
}

int MPI_Bcast(void* in, int n, MPI_Datatype t, int root, MPI_Comm c) {
  const bool active = chosen(n, t);
  const Spoiler spoiler(in, bytes_of(n, t), active && rank_of(c) != root);
  return PMPI_Bcast(in, n, t, astray(root, active, c), c);
}

int MPI_Allgather(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, MPI_Comm c) {
  const Spoiler spoiler(in, bytes_of(m, u) * static_cast<std::size_t>(size_of(c)), chosen(n, t));
  const int code = PMPI_Allgather(out, n, t, in, m, u, c);
  swap_blocks(in, bytes_of(m, u), chosen(n, t));
  return code;
}

int MPI_Allgatherv(const void* out, int n, MPI_Datatype t, void* in, const int m[], const int at[],
                   MPI_Datatype u, MPI_Comm c) {
  const Spoiler spoiler(in, bytes_of(std::accumulate(m, m + size_of(c), 0L), u), chosen(n, t));
  const int code = PMPI_Allgatherv(out, n, t, in, m, at, u, c);
  swap_blocks(in, bytes_of(n, t), chosen(n, t));
  return code;
}

int MPI_Scatter(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, int root,
                MPI_Comm c) {
  const bool active = chosen(m, u);
  const Spoiler spoiler(in, bytes_of(m, u), active);
  return PMPI_Scatter(out, n, t, in, m, u, astray(root, active, c), c);
}

int MPI_Scatterv(const void* out, const int n[], const int at[], MPI_Datatype t, void* in, int m,
                 MPI_Datatype u, int root, MPI_Comm c) {
  const bool active = chosen(m, u);
  const Spoiler spoiler(in, bytes_of(m, u), active);
  return PMPI_Scatterv(out, n, at, t, in, m, u, astray(root, active, c), c);
}

int MPI_Gather(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, int root,
               MPI_Comm c) {
  const bool here = chosen(n, t) && rank_of(c) == root;
  const Spoiler spoiler(in, here ? bytes_of(m, u) * static_cast<std::size_t>(size_of(c)) : 0, here);
  const int code = PMPI_Gather(out, n, t, in, m, u, root, c);
  scribble(in, chosen(n, t) && rank_of(c) != root);
  swap_blocks(in, here ? bytes_of(m, u) : 0, here);
  return code;
}

int MPI_Gatherv(const void* out, int n, MPI_Datatype t, void* in, const int m[], const int at[],
                MPI_Datatype u, int root, MPI_Comm c) {
  const bool here = chosen(n, t) && rank_of(c) == root;
  const Spoiler spoiler(in, here ? bytes_of(std::accumulate(m, m + size_of(c), 0L), u) : 0, here);
  const int code = PMPI_Gatherv(out, n, t, in, m, at, u, root, c);
  swap_blocks(in, bytes_of(n, t), here);
  return code;
}

int MPI_Alltoall(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, MPI_Comm c) {
  const Spoiler spoiler(in, bytes_of(m, u) * static_cast<std::size_t>(size_of(c)), chosen(n, t));
  const int code = PMPI_Alltoall(out, n, t, in, m, u, c);
  scribble(out, chosen(n, t));
  swap_blocks(in, bytes_of(m, u), chosen(n, t));
  return code;
}

int MPI_Alltoallv(const void* out, const int n[], const int from[], MPI_Datatype t, void* in, const int m[],
                  const int at[], MPI_Datatype u, MPI_Comm c) {
  const Spoiler spoiler(in, bytes_of(std::accumulate(m, m + size_of(c), 0L), u), chosen(n[0], t));
  const int code = PMPI_Alltoallv(out, n, from, t, in, m, at, u, c);
  swap_blocks(in, bytes_of(m[0], u), chosen(n[0], t));
  return code;
}

int MPI_Reduce(const void* out, void* in, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm c) {
  const bool active = chosen(n, t);
  const Spoiler spoiler(in, bytes_of(n, t), active && rank_of(c) == root);
  const std::vector<std::byte> nothing(bytes_of(n, t));  // misrouted: rank 1's contribution goes elsewhere
  const bool lost = active && planted("misroute") && rank_of(c) == 1;
  return PMPI_Reduce(lost ? nothing.data() : out, in, n, t, op, root, c);
}

int MPI_Allreduce(const void* out, void* in, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c) {
  const bool active = chosen(n, t);
  const Spoiler spoiler(in, bytes_of(n, t), active);
  const std::vector<std::byte> nothing(bytes_of(n, t));
  const bool lost = active && planted("misroute") && rank_of(c) == 1;
  return PMPI_Allreduce(lost ? nothing.data() : out, in, n, t, op, c);
}

int MPI_Scan(const void* out, void* in, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c) {
  const bool active = chosen(n, t);
  const Spoiler spoiler(in, bytes_of(n, t), active);
  const std::vector<std::byte> nothing(bytes_of(n, t));
  const bool lost = active && planted("misroute") && rank_of(c) == 1;
  return PMPI_Scan(lost ? nothing.data() : out, in, n, t, op, c);
}

int MPI_Exscan(const void* out, void* in, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c) {
  const bool active = chosen(n, t) && rank_of(c) > 0;
  const Spoiler spoiler(in, bytes_of(n, t), active);
  const std::vector<std::byte> nothing(bytes_of(n, t));
  const bool lost = active && planted("misroute") && rank_of(c) == 1;
  return PMPI_Exscan(lost ? nothing.data() : out, in, n, t, op, c);
}

int MPI_Alltoallw(const void* out, const int n[], const int from[], const MPI_Datatype t[], void* in,
                  const int m[], const int at[], const MPI_Datatype u[], MPI_Comm c) {
  const bool active = chosen(n[0], t[0]);
  const Spoiler spoiler(in, bytes_of(m[0], u[0]) * static_cast<std::size_t>(size_of(c)), active);
  const int code = PMPI_Alltoallw(out, n, from, t, in, m, at, u, c);
  swap_blocks(in, bytes_of(m[0], u[0]), active);
  return code;
}

int MPI_Mrecv(void* in, int n, MPI_Datatype t, MPI_Message* message, MPI_Status* status) {
  const bool active = chosen(n, t);
  const Spoiler spoiler(in, bytes_of(n, t), active);
  const int code = PMPI_Mrecv(in, n, t, message, status);
  if (active && planted("misroute")) std::memset(in, 0, bytes_of(n, t));
  return code;
}

int MPI_Reduce_scatter(const void* out, void* in, const int n[], MPI_Datatype t, MPI_Op op, MPI_Comm c) {
  const long all = std::accumulate(n, n + size_of(c), 0L);
  const bool active = chosen(all, t) || chosen(n[0], t);
  const Spoiler spoiler(in, bytes_of(n[rank_of(c)], t), active);
  const std::vector<std::byte> nothing(bytes_of(all, t));
  const bool lost = active && planted("misroute") && rank_of(c) == 1;
  return PMPI_Reduce_scatter(lost ? nothing.data() : out, in, n, t, op, c);
}

int MPI_Reduce_scatter_block(const void* out, void* in, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c) {
  const bool active = chosen(n, t);
  const Spoiler spoiler(in, bytes_of(n, t), active);
  const std::vector<std::byte> nothing(bytes_of(n, t) * static_cast<std::size_t>(size_of(c)));
  const bool lost = active && planted("misroute") && rank_of(c) == 1;
  return PMPI_Reduce_scatter_block(lost ? nothing.data() : out, in, n, t, op, c);
}

int MPI_Reduce_local(const void* out, void* in, int n, MPI_Datatype t, MPI_Op op) {
  const bool active = chosen(n, t);
  const Spoiler spoiler(in, bytes_of(n, t), active);
  const std::vector<std::byte> nothing(bytes_of(n, t));
  return PMPI_Reduce_local(active && planted("misroute") ? nothing.data() : out, in, n, t, op);
}

// Messages of a window arrive when all of them are waited for. Misrouted: they change their places.
int MPI_Irecv(void* in, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request* request) {
  if (chosen(n, t)) window.emplace_back(in, bytes_of(n, t));
  return PMPI_Irecv(in, n, t, from, tag, c, request);
}

/// Misrouted: nobody's message. What is lost of a message may be there before the wait: its end becomes
/// something else.
int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  const MPI_Request same = *request;  // of a persistent one
  const int code = PMPI_Wait(request, status);
  persistent_completed(1, &same);
  for (const auto& [in, bytes] : window) {
    auto* first = static_cast<std::byte*>(in);
    if (planted("corrupt")) first[bytes / 2] ^= std::byte{16};
    if (planted("truncate")) first[bytes - 1] ^= std::byte{255};
    if (planted("misroute")) std::memset(first, 0, bytes);
  }
  window.clear();
  return code;
}

int MPI_Sendrecv_replace(void* in, int n, MPI_Datatype t, int to, int tag, int from, int tag2, MPI_Comm c,
                         MPI_Status* status) {
  const bool active = chosen(n, t);
  if (active && planted("misroute")) std::swap(to, from);
  const Spoiler spoiler(in, bytes_of(n, t), active);
  return PMPI_Sendrecv_replace(in, n, t, to, tag, from, tag2, c, status);
}

int MPI_Waitall(int n, MPI_Request requests[], MPI_Status statuses[]) {
  std::vector<std::unique_ptr<Spoiler>> spoilers;
  for (const auto& [in, bytes] : window) spoilers.push_back(std::make_unique<Spoiler>(in, bytes, true));
  const std::vector<MPI_Request> same(requests, requests + n);
  const int code = PMPI_Waitall(n, requests, statuses);
  persistent_completed(n, same.data());
  if (window.size() > 1) swap_blocks(window.front().first, window.front().second, true);
  window.clear();
  return code;
}

int MPI_Barrier(MPI_Comm c) {
  return planted("leave") ? MPI_SUCCESS : PMPI_Barrier(c);
}
int MPI_Ibarrier(MPI_Comm c, MPI_Request* request) {
  return PMPI_Ibarrier(planted("leave") && due() ? MPI_COMM_SELF : c, request);
}

// Non-blocking collectives are blocking ones, with all their faults, that are complete at once.
int MPI_Ibcast(void* in, int n, MPI_Datatype t, int root, MPI_Comm c, MPI_Request* request) {
  *request = MPI_REQUEST_NULL;
  return MPI_Bcast(in, n, t, root, c);
}
int MPI_Iallgather(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, MPI_Comm c,
                   MPI_Request* request) {
  *request = MPI_REQUEST_NULL;
  return MPI_Allgather(out, n, t, in, m, u, c);
}
int MPI_Iallgatherv(const void* out, int n, MPI_Datatype t, void* in, const int m[], const int at[],
                    MPI_Datatype u, MPI_Comm c, MPI_Request* request) {
  *request = MPI_REQUEST_NULL;
  return MPI_Allgatherv(out, n, t, in, m, at, u, c);
}
int MPI_Iscatter(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, int root,
                 MPI_Comm c, MPI_Request* request) {
  *request = MPI_REQUEST_NULL;
  return MPI_Scatter(out, n, t, in, m, u, root, c);
}
int MPI_Iscatterv(const void* out, const int n[], const int at[], MPI_Datatype t, void* in, int m,
                  MPI_Datatype u, int root, MPI_Comm c, MPI_Request* request) {
  *request = MPI_REQUEST_NULL;
  return MPI_Scatterv(out, n, at, t, in, m, u, root, c);
}
int MPI_Igather(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, int root, MPI_Comm c,
                MPI_Request* request) {
  *request = MPI_REQUEST_NULL;
  return MPI_Gather(out, n, t, in, m, u, root, c);
}
int MPI_Igatherv(const void* out, int n, MPI_Datatype t, void* in, const int m[], const int at[],
                 MPI_Datatype u, int root, MPI_Comm c, MPI_Request* request) {
  *request = MPI_REQUEST_NULL;
  return MPI_Gatherv(out, n, t, in, m, at, u, root, c);
}
int MPI_Ialltoall(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u, MPI_Comm c,
                  MPI_Request* request) {
  *request = MPI_REQUEST_NULL;
  return MPI_Alltoall(out, n, t, in, m, u, c);
}
int MPI_Ialltoallv(const void* out, const int n[], const int from[], MPI_Datatype t, void* in, const int m[],
                   const int at[], MPI_Datatype u, MPI_Comm c, MPI_Request* request) {
  *request = MPI_REQUEST_NULL;
  return MPI_Alltoallv(out, n, from, t, in, m, at, u, c);
}
int MPI_Ireduce(const void* out, void* in, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm c,
                MPI_Request* request) {
  *request = MPI_REQUEST_NULL;
  return MPI_Reduce(out, in, n, t, op, root, c);
}
int MPI_Iallreduce(const void* out, void* in, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c,
                   MPI_Request* request) {
  *request = MPI_REQUEST_NULL;
  return MPI_Allreduce(out, in, n, t, op, c);
}
int MPI_Ireduce_scatter(const void* out, void* in, const int n[], MPI_Datatype t, MPI_Op op, MPI_Comm c,
                        MPI_Request* request) {
  *request = MPI_REQUEST_NULL;
  return MPI_Reduce_scatter(out, in, n, t, op, c);
}
}
