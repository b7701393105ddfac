// Stand-ins for persistent collectives. Include in one file of a program. Requests are numbered as they are
// made.
#pragma once
#include <string_view>

#include "mpi/persistent_calls.hpp"
#include "spy/calls.hpp"

namespace spy {

inline int made = 0;           ///< requests so far
inline int kept = 0;           ///< of these, not yet freed
inline int others_failed = 0;  ///< what other ranks answer when asked whether a request could not be made
inline std::string_view to_fail{};  ///< the call that fails
inline std::intptr_t seconds = 0;   ///< on the clock, which moves when a request is made

inline int result_of(std::string_view call) {
  return call == to_fail ? MPI_ERR_OTHER : MPI_SUCCESS;
}
inline int number(const MPI_Request* request) {
  for (int i = 1; i <= made; ++i)
    if (*request == handle<MPI_Request>(i)) return i;
  return 0;
}
template <class... Arguments>
int make(MPI_Request* request, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  note(format, std::forward<Arguments>(arguments)...);
  if (result_of("make") != MPI_SUCCESS) return MPI_ERR_OTHER;
  *request = handle<MPI_Request>(++made);
  ++kept;
  ++seconds;
  return MPI_SUCCESS;
}

}  // namespace spy

extern "C" {

double MPI_Wtime() {
  spy::note("clock");
  return static_cast<double>(spy::seconds);
}
int MPI_Start(MPI_Request* request) {
  spy::note("start {}", spy::number(request));
  return spy::result_of("start");
}
int MPI_Wait(MPI_Request* request, MPI_Status*) {
  spy::note("wait {}", spy::number(request));
  return spy::result_of("wait");
}
int MPI_Test(MPI_Request* request, int* done, MPI_Status*) {
  *done = 0;
  return spy::note("test {}", spy::number(request));
}
int MPI_Request_free(MPI_Request* request) {
  --spy::kept;
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}
int MPI_Error_string(int, char* text, int* length) {
  *length = static_cast<int>(fmt::format_to_n(text, MPI_MAX_ERROR_STRING, "refused").size);
  return MPI_SUCCESS;
}
int MPI_Allreduce(const void*, void* into, int, MPI_Datatype type, MPI_Op, MPI_Comm) {
  if (type == MPI_INT && spy::others_failed != 0) *static_cast<int*>(into) = 1;
  return MPI_SUCCESS;
}

int SONDE_PERSISTENT(Bcast)(void* b, int n, MPI_Datatype t, int root, MPI_Comm, MPI_Info, MPI_Request* r) {
  return spy::make(r, "bcast {} {} {} root {}", spy::place(b), n, spy::name(t), root);
}
int SONDE_PERSISTENT(Allgather)(const void* s, int n, MPI_Datatype t, void* b, int m, MPI_Datatype, MPI_Comm,
                                MPI_Info, MPI_Request* r) {
  return spy::make(r, "allgather {} {} {} {} {}", spy::place(s), n, spy::name(t), spy::place(b), m);
}
int SONDE_PERSISTENT(Allgatherv)(const void* s, int n, MPI_Datatype t, void* b, const int* m, const int* d,
                                 MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request* r) {
  return spy::make(r, "allgatherv {} {} {} {} {},{} at {},{}", spy::place(s), n, spy::name(t), spy::place(b),
                   m[0], m[1], d[0], d[1]);
}
int SONDE_PERSISTENT(Gather)(const void* s, int n, MPI_Datatype t, void* b, int m, MPI_Datatype, int root,
                             MPI_Comm, MPI_Info, MPI_Request* r) {
  return spy::make(r, "gather {} {} {} {} {} root {}", spy::place(s), n, spy::name(t), spy::place(b), m,
                   root);
}
int SONDE_PERSISTENT(Gatherv)(const void* s, int n, MPI_Datatype t, void* b, const int* m, const int* d,
                              MPI_Datatype, int root, MPI_Comm, MPI_Info, MPI_Request* r) {
  return spy::make(r, "gatherv {} {} {} {} {},{} at {},{} root {}", spy::place(s), n, spy::name(t),
                   spy::place(b), m[0], m[1], d[0], d[1], root);
}
int SONDE_PERSISTENT(Scatter)(const void* s, int n, MPI_Datatype t, void* b, int m, MPI_Datatype, int root,
                              MPI_Comm, MPI_Info, MPI_Request* r) {
  return spy::make(r, "scatter {} {} {} {} {} root {}", spy::place(s), n, spy::name(t), spy::place(b), m,
                   root);
}
int SONDE_PERSISTENT(Scatterv)(const void* s, const int* n, const int* d, MPI_Datatype t, void* b, int m,
                               MPI_Datatype, int root, MPI_Comm, MPI_Info, MPI_Request* r) {
  return spy::make(r, "scatterv {} {},{} at {},{} {} {} {} root {}", spy::place(s), n[0], n[1], d[0], d[1],
                   spy::name(t), spy::place(b), m, root);
}
int SONDE_PERSISTENT(Alltoall)(const void* s, int n, MPI_Datatype t, void* b, int m, MPI_Datatype, MPI_Comm,
                               MPI_Info, MPI_Request* r) {
  return spy::make(r, "alltoall {} {} {} {} {}", spy::place(s), n, spy::name(t), spy::place(b), m);
}
int SONDE_PERSISTENT(Alltoallv)(const void* s, const int* n, const int* d, MPI_Datatype t, void* b,
                                const int* m, const int* e, MPI_Datatype, MPI_Comm, MPI_Info,
                                MPI_Request* r) {
  return spy::make(r, "alltoallv {} {},{} at {},{} {} {} {},{} at {},{}", spy::place(s), n[0], n[1], d[0],
                   d[1], spy::name(t), spy::place(b), m[0], m[1], e[0], e[1]);
}
int SONDE_PERSISTENT(Reduce)(const void* s, void* b, int n, MPI_Datatype t, MPI_Op, int root, MPI_Comm,
                             MPI_Info, MPI_Request* r) {
  return spy::make(r, "reduce {} {} {} {} root {}", spy::place(s), spy::place(b), n, spy::name(t), root);
}
int SONDE_PERSISTENT(Reduce_scatter)(const void* s, void* b, const int* n, MPI_Datatype t, MPI_Op, MPI_Comm,
                                     MPI_Info, MPI_Request* r) {
  return spy::make(r, "reduce_scatter {} {} {},{} {}", spy::place(s), spy::place(b), n[0], n[1],
                   spy::name(t));
}
int SONDE_PERSISTENT(Allreduce)(const void* s, void* b, int n, MPI_Datatype t, MPI_Op, MPI_Comm, MPI_Info,
                                MPI_Request* r) {
  return spy::make(r, "allreduce {} {} {} {}", spy::place(s), spy::place(b), n, spy::name(t));
}
int SONDE_PERSISTENT(Barrier)(MPI_Comm, MPI_Info, MPI_Request* r) {
  return spy::make(r, "barrier");
}

}  // extern "C"
