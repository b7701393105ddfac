// Preloaded: messages from the first to the second of the two world ranks that SONDE_SLOW_LINK names ("1,2") take 20
// milliseconds longer.
#include <mpi.h>
#include <unistd.h>

#include <cstdlib>

namespace {

constexpr useconds_t delay = 20000;  // far more than ranks wait for cores that they share

bool is_slow_link(int to, MPI_Comm comm) {
  const char* link = std::getenv("SONDE_SLOW_LINK");
  if (link == nullptr) return false;
  char* rest = nullptr;
  const long sender = std::strtol(link, &rest, 10), receiver = *rest == ',' ? std::atol(rest + 1) : -1;
  int rank = 0, size = 0, world = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(comm, &size);
  PMPI_Comm_size(MPI_COMM_WORLD, &world);
  return rank == sender && to == receiver && size == world;
}

}  // namespace

extern "C" {

int MPI_Isend(const void* from, int n, MPI_Datatype t, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  if (is_slow_link(to, comm)) usleep(delay);
  return PMPI_Isend(from, n, t, to, tag, comm, request);
}
}
