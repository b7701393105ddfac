// Preloaded: every SONDE_SLOW_EVERY-th MPI_Bcast of world rank 0 takes a millisecond longer, each of its
// MPI_Recv SONDE_SLOW_RECV microseconds.
#include <mpi.h>
#include <unistd.h>

#include <cstdlib>

namespace {

long number(const char* name) {
  const char* const text = std::getenv(name);
  return text == nullptr ? 0 : std::atol(text);
}

bool is_rank_zero() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank == 0;
}

bool is_slow() {
  static const long every = number("SONDE_SLOW_EVERY");
  static long calls = 0;
  return every > 0 && ++calls % every == 0 && is_rank_zero();
}

}  // namespace

extern "C" {

int MPI_Bcast(void* data, int n, MPI_Datatype t, int root, MPI_Comm comm) {
  if (is_slow()) usleep(1000);
  return PMPI_Bcast(data, n, t, root, comm);
}

int MPI_Recv(void* data, int n, MPI_Datatype t, int source, int tag, MPI_Comm comm, MPI_Status* status) {
  static const long microseconds = number("SONDE_SLOW_RECV");
  if (microseconds > 0 && is_rank_zero()) usleep(static_cast<useconds_t>(microseconds));
  return PMPI_Recv(data, n, t, source, tag, comm, status);
}
}
