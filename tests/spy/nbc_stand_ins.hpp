// Stand-ins for non-blocking collectives. Include in one file of a program, after the stand-ins for messages.
#pragma once
#include "spy/message_stand_ins.hpp"

namespace spy {

inline int tests_until_done = 1 << 30;

/// A collective that has started: its call is written down, a request made.
template <class... Arguments>
int begin(MPI_Request* request, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  start(request);
  return note(format, std::forward<Arguments>(arguments)...);
}

}  // namespace spy

extern "C" {

int MPI_Test(MPI_Request* request, int* done, MPI_Status*) {
  *done = --spy::tests_until_done <= 0 ? 1 : 0;
  if (*done != 0) spy::end(request);
  return spy::note("test");
}
int MPI_Ibcast(void* b, int n, MPI_Datatype t, int root, MPI_Comm, MPI_Request* r) {
  return spy::begin(r, "ibcast {} {} {} root {}", spy::place(b), n, spy::name(t), root);
}
int MPI_Iallgather(const void* s, int n, MPI_Datatype t, void* b, int m, MPI_Datatype, MPI_Comm,
                   MPI_Request* r) {
  return spy::begin(r, "iallgather {} {} {} {} {}", spy::place(s), n, spy::name(t), spy::place(b), m);
}
int MPI_Iallgatherv(const void* s, int n, MPI_Datatype t, void* b, const int* m, const int* d, MPI_Datatype,
                    MPI_Comm, MPI_Request* r) {
  return spy::begin(r, "iallgatherv {} {} {} {} {},{} at {},{}", spy::place(s), n, spy::name(t),
                    spy::place(b), m[0], m[1], d[0], d[1]);
}
int MPI_Igather(const void* s, int n, MPI_Datatype t, void* b, int m, MPI_Datatype, int root, MPI_Comm,
                MPI_Request* r) {
  return spy::begin(r, "igather {} {} {} {} {} root {}", spy::place(s), n, spy::name(t), spy::place(b), m,
                    root);
}
int MPI_Igatherv(const void* s, int n, MPI_Datatype t, void* b, const int* m, const int* d, MPI_Datatype,
                 int root, MPI_Comm, MPI_Request* r) {
  return spy::begin(r, "igatherv {} {} {} {} {},{} at {},{} root {}", spy::place(s), n, spy::name(t),
                    spy::place(b), m[0], m[1], d[0], d[1], root);
}
int MPI_Iscatter(const void* s, int n, MPI_Datatype t, void* b, int m, MPI_Datatype, int root, MPI_Comm,
                 MPI_Request* r) {
  return spy::begin(r, "iscatter {} {} {} {} {} root {}", spy::place(s), n, spy::name(t), spy::place(b), m,
                    root);
}
int MPI_Iscatterv(const void* s, const int* n, const int* d, MPI_Datatype t, void* b, int m, MPI_Datatype,
                  int root, MPI_Comm, MPI_Request* r) {
  return spy::begin(r, "iscatterv {} {},{} at {},{} {} {} {} root {}", spy::place(s), n[0], n[1], d[0], d[1],
                    spy::name(t), spy::place(b), m, root);
}
int MPI_Ialltoall(const void* s, int n, MPI_Datatype t, void* b, int m, MPI_Datatype, MPI_Comm,
                  MPI_Request* r) {
  return spy::begin(r, "ialltoall {} {} {} {} {}", spy::place(s), n, spy::name(t), spy::place(b), m);
}
int MPI_Ialltoallv(const void* s, const int* n, const int* d, MPI_Datatype t, void* b, const int* m,
                   const int* e, MPI_Datatype, MPI_Comm, MPI_Request* r) {
  return spy::begin(r, "ialltoallv {} {},{} at {},{} {} {} {},{} at {},{}", spy::place(s), n[0], n[1], d[0],
                    d[1], spy::name(t), spy::place(b), m[0], m[1], e[0], e[1]);
}
int MPI_Ireduce(const void* s, void* b, int n, MPI_Datatype t, MPI_Op, int root, MPI_Comm, MPI_Request* r) {
  return spy::begin(r, "ireduce {} {} {} {} root {}", spy::place(s), spy::place(b), n, spy::name(t), root);
}
int MPI_Ireduce_scatter(const void* s, void* b, const int* n, MPI_Datatype t, MPI_Op, MPI_Comm,
                        MPI_Request* r) {
  return spy::begin(r, "ireduce_scatter {} {} {},{} {}", spy::place(s), spy::place(b), n[0], n[1],
                    spy::name(t));
}
int MPI_Iallreduce(const void* s, void* b, int n, MPI_Datatype t, MPI_Op, MPI_Comm, MPI_Request* r) {
  return spy::begin(r, "iallreduce {} {} {} {}", spy::place(s), spy::place(b), n, spy::name(t));
}
int MPI_Ibarrier(MPI_Comm, MPI_Request* r) {
  return spy::begin(r, "ibarrier");
}

}  // extern "C"
