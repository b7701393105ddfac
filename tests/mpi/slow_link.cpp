// Preloaded: by the sender's clock messages from 1 KiB on take a second longer, and all from the first to the
// second of the two world ranks that SONDE_SLOW_LINK names ("1,2") take ten. Nobody waits: the clock is put
// forward, so far that what else the machine does matters little. Each rank seems to be bound to a processing
// unit of its own, since links are judged only there.
#include <mpi.h>
#include <sched.h>

#include <cstdlib>

namespace {

constexpr double usual_delay = 1, slow_delay = 10;
double put_forward = 0;
constexpr int long_bytes = 1024;
constexpr int seeming_units = 64;  // before MPI starts

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
  int started = 0, rank = 0;
  PMPI_Initialized(&started);
  if (started != 0) PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int unit = rank; unit < (started != 0 ? rank + 1 : seeming_units); ++unit)
    CPU_SET_S(static_cast<std::size_t>(unit), bytes, set);
  return 0;
}

double MPI_Wtime() {
  return PMPI_Wtime() + put_forward;
}

int MPI_Isend(const void* from, int n, MPI_Datatype t, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  if (is_slow_link(to, comm))
    put_forward += slow_delay;
  else if (is_long(n, t))
    put_forward += usual_delay;
  return PMPI_Isend(from, n, t, to, tag, comm, request);
}
}
