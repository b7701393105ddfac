#include "engine/wait_until.hpp"

#include <mpi.h>
#include <smpi/smpi_helpers_internal.h>

#include <cmath>
#include <ctime>

namespace sonde::engine {

double wait_until(double local, double /*spun*/) {
  if (const double left = local - MPI_Wtime(); left > 0) {
    double seconds = 0;
    const double parts = std::modf(left, &seconds);
    const timespec nap{static_cast<std::time_t>(seconds), static_cast<long>(std::ceil(parts * 1e9))};
    smpi_nanosleep(&nap, nullptr);
  }
  return MPI_Wtime();
}

}  // namespace sonde::engine
