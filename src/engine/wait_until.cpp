#include "engine/wait_until.hpp"

#include <mpi.h>

#include <chrono>
#include <thread>

namespace sonde::engine {

namespace {
constexpr double worth_sleeping = 140e-6;  // seconds
}

double wait_until(double local, double spun) {
  double now = MPI_Wtime();
  if (const double asleep = local - now - spun; asleep > worth_sleeping)
    std::this_thread::sleep_for(std::chrono::duration<double>(asleep));
  while (now < local) now = MPI_Wtime();
  return now;
}

}  // namespace sonde::engine
