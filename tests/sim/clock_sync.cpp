// Run under simulated MPI, where all ranks share one true time: plants an offset and a drift in every rank's
// clock, relates the clocks, and compares what a rank takes for the reference time with the truth. Prints the
// largest residual in microseconds, and whether every one lies within the bound that goes with it.
#include "measuring/clock_sync.hpp"

#include <mpi.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>

namespace {

double reference_clock() {
  return MPI_Wtime();
}

template <int Rank>
double planted_clock() {
  return MPI_Wtime() * (1 + 2e-5 * Rank) + 3.5 * Rank;
}

constexpr std::array<sonde::measuring::ReadClock, 4> clocks{reference_clock, planted_clock<1>,
                                                            planted_clock<-2>, planted_clock<3>};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const auto clock = clocks[static_cast<std::size_t>(rank)];
  sonde::measuring::ClockSync sync(MPI_COMM_WORLD, clock);
  for (int i = 0; i < 3; ++i) {
    sync.measure();
    usleep(500000);
  }
  double residual = 0;
  int within = 1;
  for (int i = 0; i < 5; ++i) {
    const double error = std::abs(sync.shared().to_reference(clock()) - MPI_Wtime());
    residual = std::fmax(residual, error);
    if (rank > 0 && error > sync.error_now()) within = 0;
    usleep(200000);
  }
  MPI_Allreduce(MPI_IN_PLACE, &residual, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &within, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (rank == 0) std::printf("residual %.6f us, within bound %d\n", residual * 1e6, within);
  MPI_Finalize();
  return 0;
}
