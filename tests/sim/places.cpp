// Run under simulated MPI: places that come by way of the first rank of each node are those that every rank tells itself.
#include "run/places.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstdio>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const auto world = sonde::mpi::make_world();
  const auto by_rank = sonde::run::gather_places(world, world.size);
  const auto by_node = sonde::run::gather_places(world, 0);
  const auto same = [](const auto& a, const auto& b) {
    return a.rank == b.rank && a.host == b.host && a.cores == b.cores && a.numa_node == b.numa_node;
  };
  if (world.first())
    std::printf("%zu places, %s, the last on %s\n", by_node.size(),
                std::ranges::equal(by_rank, by_node, same) ? "equal" : "different",
                by_node.back().host.c_str());
  MPI_Finalize();
  return 0;
}
