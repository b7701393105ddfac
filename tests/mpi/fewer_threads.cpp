// Preloaded: a library in which one thread at a time may call MPI, whatever is asked for.
#include <mpi.h>

#include <algorithm>

extern "C" {

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int code = PMPI_Init_thread(argc, argv, required, provided);
  *provided = std::min<int>(*provided, MPI_THREAD_SERIALIZED);
  return code;
}

int MPI_Query_thread(int* provided) {
  const int code = PMPI_Query_thread(provided);
  *provided = std::min<int>(*provided, MPI_THREAD_SERIALIZED);
  return code;
}
}
