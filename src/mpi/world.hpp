// This rank among all that were started.
#pragma once
#include <mpi.h>

namespace sonde::mpi {

struct World {
  MPI_Comm comm = MPI_COMM_WORLD;
  int rank = 0;
  int size = 1;

  [[nodiscard]] bool first() const { return rank == 0; }
};

/// MPI_COMM_WORLD and the place of this rank in it.
[[nodiscard]] World make_world();

/// A barrier of the whole world in which idle ranks do not burn the cores that others measure on: they sleep
/// between tests of a non-blocking barrier. Collective over the world.
void wait_for_everybody(const World& world);

}  // namespace sonde::mpi
