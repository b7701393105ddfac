#include "run/places.hpp"

#include <mpi.h>

#include <functional>
#include <map>
#include <numeric>

#include "mpi/error.hpp"
#include "mpi/simulated.hpp"
#include "record/provenance.hpp"

namespace sonde::run {

namespace {

constexpr int no_node = -1;

// A place as integers, so that one gather carries it: node, number of cores, the cores, the characters of the
// host.
std::vector<int> packed(const record::RankPlace& place) {
  std::vector<int> numbers{place.numa_node.value_or(no_node), static_cast<int>(place.cores.size())};
  numbers.insert(numbers.end(), place.cores.begin(), place.cores.end());
  for (const char c : place.host) numbers.push_back(static_cast<unsigned char>(c));
  return numbers;
}

record::RankPlace unpacked(int rank, const int* from, const int* end) {
  record::RankPlace place;
  place.rank = rank;
  if (*from != no_node) place.numa_node = *from;
  const int* host = from + 2 + from[1];
  place.cores.assign(from + 2, host);
  for (; host != end; ++host) place.host += static_cast<char>(*host);
  return place;
}

}  // namespace

/// Simulated ranks stand on the nodes of the platform; the host and the cores that the kernel names are the
/// simulator's.
record::RankPlace place_of(int rank) {
  if constexpr (!mpi::simulated) return record::gather_place(rank);
  char name[MPI_MAX_PROCESSOR_NAME];
  int length = 0;
  mpi::ok(MPI_Get_processor_name(name, &length), "MPI_Get_processor_name");
  record::RankPlace place;
  place.rank = rank;
  place.host.assign(name, static_cast<std::size_t>(length));
  return place;
}

std::vector<record::RankPlace> gather_places(const mpi::World& world) {
  const auto mine = packed(place_of(world.rank));
  const int length = static_cast<int>(mine.size());
  const auto ranks = static_cast<std::size_t>(world.size);
  std::vector<int> lengths(world.first() ? ranks : 0), offsets(lengths.size());
  mpi::ok(MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, world.comm), "MPI_Gather");
  std::exclusive_scan(lengths.begin(), lengths.end(), offsets.begin(), 0);
  std::vector<int> all(world.first() ? static_cast<std::size_t>(offsets.back() + lengths.back()) : 0);
  mpi::ok(MPI_Gatherv(mine.data(), length, MPI_INT, all.data(), lengths.data(), offsets.data(), MPI_INT, 0,
                      world.comm),
          "MPI_Gatherv");
  std::vector<record::RankPlace> places;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    places.push_back(
        unpacked(static_cast<int>(i), all.data() + offsets[i], all.data() + offsets[i] + lengths[i]));
  return places;
}

std::vector<int> nodes_of_ranks(const mpi::World& world) {
  const unsigned long mine = std::hash<std::string>{}(place_of(world.rank).host);
  std::vector<unsigned long> hosts(static_cast<std::size_t>(world.size));
  mpi::ok(MPI_Allgather(&mine, 1, MPI_UNSIGNED_LONG, hosts.data(), 1, MPI_UNSIGNED_LONG, world.comm),
          "MPI_Allgather");
  std::map<unsigned long, int> numbers;
  std::vector<int> nodes;
  nodes.reserve(hosts.size());
  for (const unsigned long host : hosts)
    nodes.push_back(numbers.emplace(host, static_cast<int>(numbers.size())).first->second);
  return nodes;
}

}  // namespace sonde::run
