// Stand-ins for the calls of IMB-MPI1. Include in one file of a program.
#pragma once
#include <string_view>

#include "spy/calls.hpp"

namespace spy {

inline int open_requests = 0;       ///< started and neither completed nor freed
inline std::string_view to_fail{};  ///< the call that fails
inline int sender = 1;              ///< of what is received from any source
inline int received = 8;            ///< elements of what is received

inline std::string source(int rank) {
  if (rank == MPI_PROC_NULL) return "nobody";
  return rank == MPI_ANY_SOURCE ? "anybody" : fmt::format("{}", rank);
}
inline std::string tag(int tag) {
  return tag == MPI_ANY_TAG ? "any" : fmt::format("{}", tag);
}
inline int start(MPI_Request* request) {
  *request = handle<MPI_Request>(++open_requests);
  return MPI_SUCCESS;
}
inline void end(MPI_Request* request) {
  if (*request != MPI_REQUEST_NULL) --open_requests;
  *request = MPI_REQUEST_NULL;
}
inline int result_of(std::string_view call) {
  return call == to_fail ? MPI_ERR_OTHER : MPI_SUCCESS;
}

}  // namespace spy

extern "C" {

double MPI_Wtime() {
  return spy_now();
}

int MPI_Send(const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm) {
  return spy::note("send {} {} {} to {} tag {}", spy::place(b), n, spy::name(t), to, tag);
}
int MPI_Recv(void* b, int n, MPI_Datatype t, int from, int tag, MPI_Comm, MPI_Status* status) {
  spy::note("recv {} {} {} from {} tag {}", spy::place(b), n, spy::name(t), spy::source(from), spy::tag(tag));
  if (status != MPI_STATUS_IGNORE) {
    status->MPI_SOURCE = spy::sender;
    status->MPI_TAG = 1;
  }
  if (t == MPI_CHAR) *static_cast<char*>(b) = 'a';
  return spy::result_of("recv");
}
int MPI_Isend(const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm, MPI_Request* request) {
  if (spy::result_of("isend") == MPI_SUCCESS) spy::start(request);
  spy::note("isend {} {} {} to {} tag {}", spy::place(b), n, spy::name(t), to, tag);
  return spy::result_of("isend");
}
int MPI_Irecv(void* b, int n, MPI_Datatype t, int from, int tag, MPI_Comm, MPI_Request* request) {
  spy::start(request);
  return spy::note("irecv {} {} {} from {} tag {}", spy::place(b), n, spy::name(t), from, tag);
}
int MPI_Sendrecv_replace(void* b, int n, MPI_Datatype, int to, int, int from, int, MPI_Comm, MPI_Status*) {
  return spy::note("replace {} {} to {} from {}", spy::place(b), n, to, from);
}
int MPI_Get_count(const MPI_Status*, MPI_Datatype, int* count) {
  *count = spy::received;
  return MPI_SUCCESS;
}
int MPI_Wait(MPI_Request* request, MPI_Status*) {
  spy::note("wait");
  if (spy::result_of("wait") == MPI_SUCCESS) spy::end(request);
  return spy::result_of("wait");
}
int MPI_Waitall(int n, MPI_Request* requests, MPI_Status*) {
  spy::note("waitall {}", n);
  spy::end(requests);  // one is complete, whatever has become of the others
  for (int i = 1; i < n && spy::result_of("waitall") == MPI_SUCCESS; ++i) spy::end(requests + i);
  return spy::result_of("waitall");
}
int MPI_Cancel(MPI_Request*) {
  return spy::note("cancel");
}
int MPI_Request_free(MPI_Request* request) {
  spy::end(request);
  return spy::note("free");
}
int MPI_Error_string(int, char* text, int* length) {
  *length = static_cast<int>(fmt::format_to_n(text, MPI_MAX_ERROR_STRING, "refused").size);
  return MPI_SUCCESS;
}
int MPI_Sendrecv(const void* s, int n, MPI_Datatype t, int to, int tag, void* r, int m, MPI_Datatype u,
                 int from, int back, MPI_Comm, MPI_Status*) {
  return spy::note("sendrecv {} {} {} to {} tag {} {} {} {} from {} tag {}", spy::place(s), n, spy::name(t),
                   spy::source(to), tag, spy::place(r), m, spy::name(u), spy::source(from), back);
}

int MPI_Barrier(MPI_Comm) {
  return spy::note("barrier");
}
int MPI_Bcast(void* b, int n, MPI_Datatype t, int root, MPI_Comm) {
  return spy::note("bcast {} {} {} root {}", spy::place(b), n, spy::name(t), root);
}
int MPI_Allgather(const void* s, int n, MPI_Datatype t, void* r, int m, MPI_Datatype, MPI_Comm) {
  return spy::note("allgather {} {} {} {} {}", spy::place(s), n, spy::name(t), spy::place(r), m);
}
int MPI_Allgatherv(const void* s, int n, MPI_Datatype t, void* r, const int* m, const int* d, MPI_Datatype,
                   MPI_Comm) {
  return spy::note("allgatherv {} {} {} {} {},{} at {},{}", spy::place(s), n, spy::name(t), spy::place(r),
                   m[0], m[1], d[0], d[1]);
}
int MPI_Scatter(const void* s, int n, MPI_Datatype t, void* r, int m, MPI_Datatype, int root, MPI_Comm) {
  return spy::note("scatter {} {} {} {} {} root {}", spy::place(s), n, spy::name(t), spy::place(r), m, root);
}
int MPI_Scatterv(const void* s, const int* n, const int* d, MPI_Datatype t, void* r, int m, MPI_Datatype,
                 int root, MPI_Comm) {
  return spy::note("scatterv {} {},{} at {},{} {} {} {} root {}", spy::place(s), n[0], n[1], d[0], d[1],
                   spy::name(t), spy::place(r), m, root);
}
int MPI_Gather(const void* s, int n, MPI_Datatype t, void* r, int m, MPI_Datatype, int root, MPI_Comm) {
  return spy::note("gather {} {} {} {} {} root {}", spy::place(s), n, spy::name(t), spy::place(r), m, root);
}
int MPI_Gatherv(const void* s, int n, MPI_Datatype t, void* r, const int* m, const int* d, MPI_Datatype,
                int root, MPI_Comm) {
  return spy::note("gatherv {} {} {} {} {},{} at {},{} root {}", spy::place(s), n, spy::name(t),
                   spy::place(r), m[0], m[1], d[0], d[1], root);
}
int MPI_Alltoall(const void* s, int n, MPI_Datatype t, void* r, int m, MPI_Datatype, MPI_Comm) {
  return spy::note("alltoall {} {} {} {} {}", spy::place(s), n, spy::name(t), spy::place(r), m);
}
int MPI_Alltoallv(const void* s, const int* n, const int* d, MPI_Datatype t, void* r, const int* m,
                  const int* e, MPI_Datatype, MPI_Comm) {
  return spy::note("alltoallv {} {},{} at {},{} {} {} {},{} at {},{}", spy::place(s), n[0], n[1], d[0], d[1],
                   spy::name(t), spy::place(r), m[0], m[1], e[0], e[1]);
}
int MPI_Reduce(const void* s, void* r, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm) {
  return spy::note("reduce {} {} {} {} {} root {}", spy::place(s), spy::place(r), n, spy::name(t),
                   op == MPI_SUM ? "sum" : "op", root);
}
int MPI_Allreduce(const void* s, void* r, int n, MPI_Datatype t, MPI_Op op, MPI_Comm) {
  return spy::note("allreduce {} {} {} {} {}", spy::place(s), spy::place(r), n, spy::name(t),
                   op == MPI_SUM ? "sum" : "op");
}
int MPI_Reduce_local(const void* s, void* r, int n, MPI_Datatype t, MPI_Op op) {
  return spy::note("reduce_local {} {} {} {} {}", spy::place(s), spy::place(r), n, spy::name(t),
                   op == MPI_SUM ? "sum" : "op");
}
int MPI_Reduce_scatter_block(const void* s, void* r, int n, MPI_Datatype t, MPI_Op op, MPI_Comm) {
  return spy::note("reduce_scatter_block {} {} {} {} {}", spy::place(s), spy::place(r), n, spy::name(t),
                   op == MPI_SUM ? "sum" : "op");
}
int MPI_Reduce_scatter(const void* s, void* r, const int* n, MPI_Datatype t, MPI_Op op, MPI_Comm) {
  return spy::note("reduce_scatter {} {} {},{} {} {}", spy::place(s), spy::place(r), n[0], n[1], spy::name(t),
                   op == MPI_SUM ? "sum" : "op");
}

}  // extern "C"
