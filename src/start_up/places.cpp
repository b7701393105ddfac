#include "start_up/places.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <climits>
#include <functional>
#include <map>
#include <span>
#include <string>

#include "base/text.hpp"
#include "mpi/error.hpp"
#include "mpi/gather_lists.hpp"
#include "mpi/handles.hpp"
#include "mpi/simulated.hpp"
#include "record/provenance.hpp"

namespace sonde::start_up {

namespace {

constexpr int no_node = -1;

// A place as integers, so that one gather carries it: rank, node, number of cores, the cores, the characters
// of the host.
std::vector<int> packed(const record::RankPlace& place) {
  std::vector<int> numbers{place.rank, place.numa_node.value_or(no_node),
                           static_cast<int>(place.cores.size())};
  numbers.insert(numbers.end(), place.cores.begin(), place.cores.end());
  for (const char c : place.host) numbers.push_back(static_cast<unsigned char>(c));
  return numbers;
}

record::RankPlace unpacked(const std::vector<int>& numbers) {
  const int *from = numbers.data(), *const end = from + numbers.size();
  record::RankPlace place;
  place.rank = from[0];
  if (from[1] != no_node) place.numa_node = from[1];
  const int* host = from + 3 + from[2];
  place.cores.assign(from + 3, host);
  for (; host != end; ++host) place.host += static_cast<char>(*host);
  return place;
}

std::vector<record::RankPlace> gather_each(MPI_Comm comm, const record::RankPlace& mine, bool first,
                                           int ranks) {
  std::vector<record::RankPlace> places;
  for (const auto& numbers : mpi::gather_lists(comm, packed(mine), MPI_INT, first, ranks))
    places.push_back(unpacked(numbers));
  return places;
}

/// A line for the host, and one for each set of ranks: ranges of ranks, NUMA node (nothing where there is
/// none), ranges of cores.
std::string text_of(std::span<const record::NodePlaces> nodes) {
  std::string text;
  for (const auto& node : nodes) {
    text += fmt::format("h{}\n", node.host);
    for (const auto& set : node.ranks)
      text += fmt::format("{} {} {}\n", record::ranges_of(set.ranks),
                          set.numa_node ? std::to_string(*set.numa_node) : "", record::ranges_of(set.cores));
  }
  return text;
}

/// What text_of has made of nodes.
std::vector<record::NodePlaces> nodes_of(const std::string& text) {
  std::vector<record::NodePlaces> nodes;
  constexpr std::size_t any = INT_MAX;
  for (const auto line : split(text, '\n')) {
    if (line.starts_with('h')) nodes.push_back({std::string(line.substr(1)), {}});
    if (line.empty() || line.starts_with('h')) continue;
    const auto words = split(line, ' ');
    record::PlacedAlike set{*record::numbers_of(words[0], any), *record::numbers_of(words[2], any)};
    if (const auto numa = *record::numbers_of(words[1], any); !numa.empty()) set.numa_node = numa.front();
    nodes.back().ranks.push_back(std::move(set));
  }
  return nodes;
}

/// Each node's ranks tell the first of them, the first ones tell the first of all.
std::vector<record::RankPlace> gather_by_node(MPI_Comm comm, const record::RankPlace& mine) {
  const int name =
      static_cast<int>(std::hash<std::string>{}(mine.host) & INT_MAX);  // two hosts may share one
  const auto node = mpi::split(comm, name, mine.rank);
  const bool leads = mpi::rank_in(node.get()) == 0;
  const auto on_node = gather_each(node.get(), mine, leads, mpi::size_of(node.get()));
  const auto leaders = mpi::split(comm, leads ? 0 : MPI_UNDEFINED, mine.rank);
  if (!leads) return {};
  std::vector<record::NodePlaces> all;
  for (const auto& text : mpi::gather_texts(leaders.get(), text_of(record::by_node(on_node)), mine.rank == 0,
                                            mpi::size_of(leaders.get())))
    for (auto& told : nodes_of(text)) all.push_back(std::move(told));
  return record::by_rank(all);
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

std::vector<record::RankPlace> gather_places(MPI_Comm comm, int rank, int ranks, int one_by_one) {
  const auto mine = place_of(rank);
  return ranks > one_by_one ? gather_by_node(comm, mine) : gather_each(comm, mine, rank == 0, ranks);
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

std::vector<int> blocks_of_ranks(const mpi::World& world, const std::vector<HostOfSwitch>& switches) {
  if (switches.empty()) return {};
  const HostSwitches known = host_switches(switches);
  const std::string* of_switch = known.find(place_of(world.rank).host);
  std::map<std::string, int> numbers;
  for (const auto& named : switches) numbers.emplace(named.name, static_cast<int>(numbers.size()));
  const int mine = of_switch == nullptr ? -1 : numbers.at(*of_switch);
  std::vector<int> blocks(static_cast<std::size_t>(world.size));
  mpi::ok(MPI_Allgather(&mine, 1, MPI_INT, blocks.data(), 1, MPI_INT, world.comm), "MPI_Allgather");
  return blocks;
}

}  // namespace sonde::start_up
