#include "run/places.hpp"

#include <mpi.h>

#include <functional>
#include <map>

#include "mpi/error.hpp"
#include "mpi/simulated.hpp"
#include "record/provenance.hpp"
#include "run/gather_lists.hpp"

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

record::RankPlace unpacked(int rank, const std::vector<int>& numbers) {
  const int *from = numbers.data(), *const end = from + numbers.size();
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
  std::vector<record::RankPlace> places;
  for (const auto& numbers :
       gather_lists(world.comm, packed(place_of(world.rank)), MPI_INT, world.first(), world.size))
    places.push_back(unpacked(static_cast<int>(places.size()), numbers));
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
