// Stand-ins for the calls of IMB-EXT. Include in one file of a program.
#pragma once
#include "spy/calls.hpp"

extern "C" {

double MPI_Wtime() {
  return spy_now();
}
int MPI_Win_create(void* base, MPI_Aint bytes, int unit, MPI_Info, MPI_Comm, MPI_Win* made) {
  *made = spy::handle<MPI_Win>(1);
  return spy::note("create {} {} unit {}", spy::place(base), bytes, unit);
}
int MPI_Win_set_errhandler(MPI_Win, MPI_Errhandler handler) {
  return spy::note("errors {}", handler == MPI_ERRORS_RETURN ? "return" : "end the job");
}
int MPI_Win_fence(int assertion, MPI_Win) {
  return spy::note("fence{}", assertion == 0 ? "" : " with an assertion");
}
int MPI_Win_free(MPI_Win* window) {
  *window = MPI_WIN_NULL;
  return spy::note("free");
}
int MPI_Put(const void* from, int n, MPI_Datatype t, int to, MPI_Aint at, int m, MPI_Datatype u, MPI_Win) {
  return spy::note("put {} {} {} to {} at {} {} {}", spy::place(from), n, spy::name(t), to, at, m,
                   spy::name(u));
}
int MPI_Get(void* into, int n, MPI_Datatype t, int from, MPI_Aint at, int m, MPI_Datatype u, MPI_Win) {
  return spy::note("get {} {} {} from {} at {} {} {}", spy::place(into), n, spy::name(t), from, at, m,
                   spy::name(u));
}
int MPI_Accumulate(const void* from, int n, MPI_Datatype t, int to, MPI_Aint at, int m, MPI_Datatype u,
                   MPI_Op op, MPI_Win) {
  return spy::note("accumulate {} {} {} to {} at {} {} {} {}", spy::place(from), n, spy::name(t), to, at, m,
                   spy::name(u), op == MPI_SUM ? "sum" : "op");
}

}  // extern "C"
