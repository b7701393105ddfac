#include "mpi/handles.hpp"

namespace sonde::mpi {

Communicator split(MPI_Comm parent, int color, int key) {
  MPI_Comm made = MPI_COMM_NULL;
  ok(MPI_Comm_split(parent, color, key, &made), "MPI_Comm_split");
  if (made != MPI_COMM_NULL) ok(MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  return Communicator(made);
}

int rank_in(MPI_Comm comm) {
  int rank = 0;
  ok(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  return rank;
}

int size_of(MPI_Comm comm) {
  int size = 0;
  ok(MPI_Comm_size(comm, &size), "MPI_Comm_size");
  return size;
}

}  // namespace sonde::mpi
