// Preloaded: every SONDE_SLOW_EVERY-th MPI_Bcast of world rank 0 takes a millisecond longer.
#include <mpi.h>
#include <unistd.h>

#include <cstdlib>

namespace {

bool is_slow() {
  static const char* const text = std::getenv("SONDE_SLOW_EVERY");
  static const long every = text == nullptr ? 0 : std::atol(text);
  static long calls = 0;
  if (every <= 0 || ++calls % every != 0) return false;
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank == 0;
}

}  // namespace

extern "C" {

int MPI_Bcast(void* data, int n, MPI_Datatype t, int root, MPI_Comm comm) {
  if (is_slow()) usleep(1000);
  return PMPI_Bcast(data, n, t, root, comm);
}
}
