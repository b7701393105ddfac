// Stand-ins for the calls of IMB-EXT. Include in one file of a program.
#pragma once
#include "spy/access_stand_ins.hpp"

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
int MPI_Win_free(MPI_Win* window) {
  *window = MPI_WIN_NULL;
  return spy::note("free");
}

}  // extern "C"
