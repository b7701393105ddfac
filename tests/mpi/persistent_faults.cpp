// Persistent requests of the broken library of message_faults.cpp: starting one runs the blocking collective,
// with all its faults. What is waited for and freed is a persistent message to nobody. A stale receive keeps
// what its buffer held.
#include <mpi.h>

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "mpi/persistent_calls.hpp"
#include "planted.hpp"

namespace {

std::map<MPI_Request, std::function<int()>>& collectives() {
  static std::map<MPI_Request, std::function<int()>> all;
  return all;
}

struct Receive {
  std::byte* into;
  std::size_t bytes;
  bool started = false;
  std::vector<std::byte> before{};  ///< what the buffer held when it was started again
};
std::map<MPI_Request, Receive>& receives() {
  static std::map<MPI_Request, Receive> all;
  return all;
}

void starting(MPI_Request request) {
  const auto found = receives().find(request);
  if (found == receives().end() || !planted("stale")) return;
  Receive& receive = found->second;
  if (receive.started) receive.before.assign(receive.into, receive.into + receive.bytes);
  receive.started = true;
}

int keep(MPI_Request* request, std::function<int()> collective) {
  const int code = PMPI_Send_init(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_SELF, request);
  collectives()[*request] = std::move(collective);
  return code;
}

}  // namespace

void persistent_completed(int n, const MPI_Request* requests) {
  for (int i = 0; i < n; ++i) {
    const auto found = receives().find(requests[i]);
    if (found != receives().end()) std::ranges::copy(found->second.before, found->second.into);
  }
}

extern "C" {

int MPI_Recv_init(void* in, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request* request) {
  const int code = PMPI_Recv_init(in, n, t, from, tag, c, request);
  receives()[*request] = {static_cast<std::byte*>(in), bytes_of(n, t)};
  return code;
}
int MPI_Startall(int n, MPI_Request requests[]) {
  for (int i = 0; i < n; ++i) starting(requests[i]);
  return PMPI_Startall(n, requests);
}

int MPI_Start(MPI_Request* request) {
  starting(*request);
  const auto found = collectives().find(*request);
  if (found == collectives().end()) return PMPI_Start(request);
  const int code = found->second();
  if (planted("stale")) found->second = [] { return MPI_SUCCESS; };
  return code == MPI_SUCCESS ? PMPI_Start(request) : code;
}

int MPI_Request_free(MPI_Request* request) {
  collectives().erase(*request);
  receives().erase(*request);
  return PMPI_Request_free(request);
}

int SONDE_PERSISTENT(Bcast)(void* in, int n, MPI_Datatype t, int root, MPI_Comm c, MPI_Info,
                            MPI_Request* request) {
  return keep(request, [=] { return MPI_Bcast(in, n, t, root, c); });
}
int SONDE_PERSISTENT(Allgather)(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u,
                                MPI_Comm c, MPI_Info, MPI_Request* request) {
  return keep(request, [=] { return MPI_Allgather(out, n, t, in, m, u, c); });
}
int SONDE_PERSISTENT(Allgatherv)(const void* out, int n, MPI_Datatype t, void* in, const int m[],
                                 const int at[], MPI_Datatype u, MPI_Comm c, MPI_Info, MPI_Request* request) {
  return keep(request, [=] { return MPI_Allgatherv(out, n, t, in, m, at, u, c); });
}
int SONDE_PERSISTENT(Gather)(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u,
                             int root, MPI_Comm c, MPI_Info, MPI_Request* request) {
  return keep(request, [=] { return MPI_Gather(out, n, t, in, m, u, root, c); });
}
int SONDE_PERSISTENT(Gatherv)(const void* out, int n, MPI_Datatype t, void* in, const int m[], const int at[],
                              MPI_Datatype u, int root, MPI_Comm c, MPI_Info, MPI_Request* request) {
  return keep(request, [=] { return MPI_Gatherv(out, n, t, in, m, at, u, root, c); });
}
int SONDE_PERSISTENT(Scatter)(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u,
                              int root, MPI_Comm c, MPI_Info, MPI_Request* request) {
  return keep(request, [=] { return MPI_Scatter(out, n, t, in, m, u, root, c); });
}
int SONDE_PERSISTENT(Scatterv)(const void* out, const int n[], const int at[], MPI_Datatype t, void* in,
                               int m, MPI_Datatype u, int root, MPI_Comm c, MPI_Info, MPI_Request* request) {
  return keep(request, [=] { return MPI_Scatterv(out, n, at, t, in, m, u, root, c); });
}
int SONDE_PERSISTENT(Alltoall)(const void* out, int n, MPI_Datatype t, void* in, int m, MPI_Datatype u,
                               MPI_Comm c, MPI_Info, MPI_Request* request) {
  return keep(request, [=] { return MPI_Alltoall(out, n, t, in, m, u, c); });
}
int SONDE_PERSISTENT(Alltoallv)(const void* out, const int n[], const int from[], MPI_Datatype t, void* in,
                                const int m[], const int at[], MPI_Datatype u, MPI_Comm c, MPI_Info,
                                MPI_Request* request) {
  return keep(request, [=] { return MPI_Alltoallv(out, n, from, t, in, m, at, u, c); });
}
int SONDE_PERSISTENT(Reduce)(const void* out, void* in, int n, MPI_Datatype t, MPI_Op op, int root,
                             MPI_Comm c, MPI_Info, MPI_Request* request) {
  return keep(request, [=] { return MPI_Reduce(out, in, n, t, op, root, c); });
}
int SONDE_PERSISTENT(Reduce_scatter)(const void* out, void* in, const int n[], MPI_Datatype t, MPI_Op op,
                                     MPI_Comm c, MPI_Info, MPI_Request* request) {
  return keep(request, [=] { return MPI_Reduce_scatter(out, in, n, t, op, c); });
}
int SONDE_PERSISTENT(Allreduce)(const void* out, void* in, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c,
                                MPI_Info, MPI_Request* request) {
  return keep(request, [=] { return MPI_Allreduce(out, in, n, t, op, c); });
}
int SONDE_PERSISTENT(Barrier)(MPI_Comm c, MPI_Info, MPI_Request* request) {
  return keep(request, [=] { return MPI_Barrier(c); });
}
}
