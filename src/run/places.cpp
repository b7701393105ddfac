#include "run/places.hpp"

#include <mpi.h>

#include <functional>
#include <map>
#include <span>

#include "mpi/error.hpp"
#include "mpi/handles.hpp"
#include "mpi/simulated.hpp"
#include "record/provenance.hpp"
#include "run/gather_lists.hpp"

namespace sonde::run {

namespace {

constexpr int no_node = -1;

using Numbers = std::vector<int>;

// A place as integers, so that one gather carries it: node, number of cores, the cores; the characters of the host.
Numbers packed_cores(const record::RankPlace& place) {
  Numbers numbers{place.numa_node.value_or(no_node), static_cast<int>(place.cores.size())};
  numbers.insert(numbers.end(), place.cores.begin(), place.cores.end());
  return numbers;
}

Numbers packed_host(const record::RankPlace& place) {
  Numbers numbers;
  for (const char c : place.host) numbers.push_back(static_cast<unsigned char>(c));
  return numbers;
}

std::string unpacked_host(std::span<const int> numbers) {
  std::string host;
  for (const int c : numbers) host += static_cast<char>(c);
  return host;
}

/// `numbers` begins with the packed cores; returns what follows them.
std::span<const int> unpack_cores(std::span<const int> numbers, record::RankPlace& place) {
  if (numbers[0] != no_node) place.numa_node = numbers[0];
  const auto count = static_cast<std::size_t>(numbers[1]);
  const auto cores = numbers.subspan(2, count);
  place.cores.assign(cores.begin(), cores.end());
  return numbers.subspan(2 + count);
}

std::vector<record::RankPlace> gathered_by_rank(const mpi::World& world) {
  const record::RankPlace mine = place_of(world.rank);
  Numbers packed = packed_cores(mine);
  for (const int c : packed_host(mine)) packed.push_back(c);
  std::vector<record::RankPlace> places;
  for (const auto& numbers : gather_lists(world.comm, packed, MPI_INT, world.first(), world.size)) {
    auto& place = places.emplace_back();
    place.rank = static_cast<int>(places.size()) - 1;
    place.host = unpacked_host(unpack_cores(numbers, place));
  }
  return places;
}

mpi::Communicator part_of(MPI_Comm comm, bool takes_part, int key) {
  MPI_Comm made = MPI_COMM_NULL;
  mpi::ok(MPI_Comm_split(comm, takes_part ? 0 : MPI_UNDEFINED, key, &made), "MPI_Comm_split");
  return mpi::Communicator(made);
}

/// The first rank of each node tells of all its ranks: length of the host's name, the name, then rank and cores of each.
Numbers places_of_node(const mpi::World& world, MPI_Comm node) {
  const record::RankPlace mine = place_of(world.rank);
  Numbers packed{world.rank};
  for (const int number : packed_cores(mine)) packed.push_back(number);
  Numbers told = packed_host(mine);
  told.insert(told.begin(), static_cast<int>(told.size()));
  for (const auto& numbers : gather_lists(node, packed, MPI_INT, mpi::rank_in(node) == 0, mpi::size_of(node)))
    told.insert(told.end(), numbers.begin(), numbers.end());
  return told;
}

std::vector<record::RankPlace> gathered_by_node(const mpi::World& world) {
  MPI_Comm raw = MPI_COMM_NULL;
  mpi::ok(MPI_Comm_split_type(world.comm, MPI_COMM_TYPE_SHARED, world.rank, MPI_INFO_NULL, &raw),
          "MPI_Comm_split_type");
  const mpi::Communicator node(raw);
  const bool tells = mpi::rank_in(raw) == 0;
  const Numbers mine = places_of_node(world, raw);
  const auto tellers = part_of(world.comm, tells, world.rank);
  std::vector<record::RankPlace> places;
  if (!tells) return places;
  if (world.first()) places.resize(static_cast<std::size_t>(world.size));
  const auto lists = gather_lists(tellers.get(), mine, MPI_INT, world.first(), mpi::size_of(tellers.get()));
  for (const auto& numbers : lists) {
    const auto letters = static_cast<std::size_t>(numbers[0]);
    const std::string host = unpacked_host(std::span(numbers).subspan(1, letters));
    for (auto rest = std::span<const int>(numbers).subspan(1 + letters); !rest.empty();) {
      auto& place = places[static_cast<std::size_t>(rest[0])];
      place.rank = rest[0];
      place.host = host;
      rest = unpack_cores(rest.subspan(1), place);
    }
  }
  return places;
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

std::vector<record::RankPlace> gather_places(const mpi::World& world, int most_by_rank) {
  return world.size <= most_by_rank ? gathered_by_rank(world) : gathered_by_node(world);
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
