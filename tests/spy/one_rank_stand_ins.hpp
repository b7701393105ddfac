// Stand-ins for what ranks agree about, on the only rank there is. Include in one file of a program.
#pragma once
#include <mpi.h>

extern "C" {

int MPI_Comm_rank(MPI_Comm, int* rank) {
  *rank = 0;
  return MPI_SUCCESS;
}
int MPI_Allreduce(const void* mine, void* all, int, MPI_Datatype, MPI_Op, MPI_Comm) {
  *static_cast<int*>(all) = *static_cast<const int*>(mine);
  return MPI_SUCCESS;
}
int MPI_Bcast(void*, int, MPI_Datatype, int, MPI_Comm) {
  return MPI_SUCCESS;
}
}
