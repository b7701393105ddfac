// Preloaded: messages from 1 KiB on take 5 milliseconds longer, and all from the first to the second of the two world ranks that
// SONDE_SLOW_LINK names ("1,2") take 50. Healthy links are slow enough for ranks that share cores to matter little; the
// machine seems to have 64 processing units, since links are judged only where ranks share none.
#include <mpi.h>
#include <sched.h>
#include <unistd.h>

#include <cstdlib>

namespace {

constexpr useconds_t usual_delay = 5000, slow_delay = 50000;
constexpr int long_bytes = 1024;
constexpr std::size_t seeming_units = 64;

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

bool is_long(int n, MPI_Datatype type) {
  int bytes = 0;
  PMPI_Type_size(type, &bytes);
  return n >= long_bytes / (bytes > 0 ? bytes : 1);
}

}  // namespace

extern "C" {

int sched_getaffinity(pid_t /*process*/, std::size_t bytes, cpu_set_t* set) {
  CPU_ZERO_S(bytes, set);
  for (std::size_t unit = 0; unit < seeming_units; ++unit) CPU_SET_S(unit, bytes, set);
  return 0;
}

int MPI_Isend(const void* from, int n, MPI_Datatype t, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  if (is_slow_link(to, comm))
    usleep(slow_delay);
  else if (is_long(n, t))
    usleep(usual_delay);
  return PMPI_Isend(from, n, t, to, tag, comm, request);
}
}
