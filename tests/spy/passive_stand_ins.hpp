// Stand-ins for the calls of passive targets, beside those of window_stand_ins.hpp. Include in one file of a
// program.
#pragma once
#include "spy/window_stand_ins.hpp"

extern "C" {

int MPI_Send(const void*, int n, MPI_Datatype, int to, int, MPI_Comm) {
  return spy::note("send {} to {}", n, to);
}
int MPI_Recv(void*, int n, MPI_Datatype, int from, int, MPI_Comm, MPI_Status*) {
  return spy::note("receive {} from {}", n, from);
}
int MPI_Barrier(MPI_Comm) {
  return spy::note("barrier");
}

}  // extern "C"
