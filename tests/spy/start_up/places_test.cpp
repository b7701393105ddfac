// Where ranks run, as the first one learns it: this process stands for all three.
#include "start_up/places.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>

#include "record/provenance.hpp"

namespace {

/// Hosts of the ranks as numbers; empty: all are where this process is.
std::vector<std::uint64_t> hosts;
constexpr int ranks = 3;

}  // namespace

extern "C" {
int MPI_Gather(const void* mine, int, MPI_Datatype, void* all, int, MPI_Datatype, int root, MPI_Comm) {
  EXPECT_EQ(root, 0);
  if (all != nullptr) std::fill_n(static_cast<int*>(all), ranks, *static_cast<const int*>(mine));
  return MPI_SUCCESS;
}
int MPI_Gatherv(const void* mine, int n, MPI_Datatype, void* all, const int* lengths, const int* offsets,
                MPI_Datatype, int root, MPI_Comm) {
  EXPECT_EQ(root, 0);
  for (int i = 0; lengths != nullptr && i < ranks; ++i) {
    EXPECT_EQ(lengths[i], n);
    EXPECT_EQ(offsets[i], i * n);
    int* told = std::copy_n(static_cast<const int*>(mine), n, static_cast<int*>(all) + offsets[i]) - n;
    *told = i;  // each tells its own rank first
  }
  return MPI_SUCCESS;
}
int MPI_Allgather(const void* mine, int, MPI_Datatype type, void* all, int, MPI_Datatype, MPI_Comm) {
  if (type == MPI_INT) {
    std::fill_n(static_cast<int*>(all), ranks, *static_cast<const int*>(mine));
    return MPI_SUCCESS;
  }
  auto* numbers = static_cast<std::uint64_t*>(all);
  if (hosts.empty()) std::fill_n(numbers, ranks, *static_cast<const std::uint64_t*>(mine));
  std::ranges::copy(hosts, numbers);
  return MPI_SUCCESS;
}
}

namespace sonde::start_up {
namespace {

using testing::ElementsAre;

TEST(Places, of_all_ranks_are_told_to_the_first) {
  const auto here = record::gather_place(0);
  ASSERT_FALSE(here.host.empty());
  const auto places = gather_places(MPI_COMM_WORLD, 0, ranks);
  ASSERT_EQ(places.size(), 3U);
  for (int rank = 0; rank < ranks; ++rank) {
    const auto& place = places[static_cast<std::size_t>(rank)];
    EXPECT_EQ(place.rank, rank);
    EXPECT_EQ(place.host, here.host);
    EXPECT_EQ(place.cores, here.cores);
    EXPECT_EQ(place.numa_node, here.numa_node);
  }
  EXPECT_TRUE(gather_places(MPI_COMM_WORLD, 1, ranks).empty());
}

TEST(Places, on_one_host_have_one_number) {
  hosts.clear();
  EXPECT_THAT(nodes_of_ranks({MPI_COMM_WORLD, 1, ranks}), ElementsAre(0, 0, 0));
  hosts = {17, 4, 17};
  EXPECT_THAT(nodes_of_ranks({MPI_COMM_WORLD, 1, ranks}), ElementsAre(0, 1, 0));
  hosts = {4, 17, 21};
  EXPECT_THAT(nodes_of_ranks({MPI_COMM_WORLD, 1, ranks}), ElementsAre(0, 1, 2));
}

TEST(Blocks, are_numbers_of_the_switches_that_hosts_hang_on) {
  const mpi::World world{MPI_COMM_WORLD, 0, ranks};
  const auto host = record::gather_place(0).host;
  EXPECT_TRUE(blocks_of_ranks(world, {}).empty());
  EXPECT_THAT(blocks_of_ranks(world, {{"another", "a"}, {host, "b"}}), ElementsAre(1, 1, 1));
  EXPECT_THAT(blocks_of_ranks(world, {{host, "a"}, {"another", "b"}}), ElementsAre(0, 0, 0));
  EXPECT_THAT(blocks_of_ranks(world, {{"another", "a"}, {"a third", "b"}}), ElementsAre(-1, -1, -1));
}

}  // namespace
}  // namespace sonde::start_up
