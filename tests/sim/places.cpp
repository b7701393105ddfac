// Run under simulated MPI: the places of all ranks, told one by one and node by node, are the same.
#include "start_up/places.hpp"

#include <mpi.h>

#include <cstdio>

namespace {

bool same(const sonde::record::RankPlace& a, const sonde::record::RankPlace& b) {
  return a.rank == b.rank && a.host == b.host && a.cores == b.cores && a.numa_node == b.numa_node;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const auto one_by_one = sonde::start_up::gather_places(MPI_COMM_WORLD, rank, ranks);
  const auto by_node = sonde::start_up::gather_places(MPI_COMM_WORLD, rank, ranks, 1);
  if (rank == 0) {
    for (const auto& place : by_node) std::printf("%d %s\n", place.rank, place.host.c_str());
    bool equal = one_by_one.size() == by_node.size();
    for (std::size_t i = 0; equal && i < by_node.size(); ++i) equal = same(one_by_one[i], by_node[i]);
    std::printf("%s\n", equal ? "equal" : "different");
  } else if (!one_by_one.empty() || !by_node.empty()) {
    std::printf("rank %d was told\n", rank);
  }
  MPI_Finalize();
  return 0;
}
