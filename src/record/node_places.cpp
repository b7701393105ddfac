#include "record/node_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/text.hpp"

namespace sonde::record {

namespace {

/// The set of a node whose ranks are placed as this one.
std::vector<int>& ranks_placed_as(NodePlaces& node, const RankPlace& place) {
  const auto found = std::ranges::find_if(node.ranks, [&](const PlacedAlike& set) {
    return set.numa_node == place.numa_node && set.cores == place.cores;
  });
  if (found != node.ranks.end()) return found->ranks;
  node.ranks.push_back({{}, place.cores, place.numa_node});
  return node.ranks.back().ranks;
}

}  // namespace

std::vector<NodePlaces> by_node(std::span<const RankPlace> places) {
  std::vector<NodePlaces> nodes;
  std::unordered_map<std::string, std::size_t> numbers;
  for (const RankPlace& place : places) {
    const auto number = numbers.emplace(place.host, nodes.size()).first->second;
    if (number == nodes.size()) nodes.push_back({place.host, {}});
    ranks_placed_as(nodes[number], place).push_back(place.rank);
  }
  return nodes;
}

std::vector<RankPlace> by_rank(std::span<const NodePlaces> nodes) {
  std::vector<RankPlace> places;
  for (const NodePlaces& node : nodes)
    for (const PlacedAlike& set : node.ranks)
      for (const int rank : set.ranks) places.push_back({rank, node.host, set.cores, set.numa_node});
  std::ranges::stable_sort(places, {}, &RankPlace::rank);
  return places;
}

std::string ranges_of(std::span<const int> numbers) {
  std::string out;
  for (std::size_t first = 0, last = 0; first < numbers.size(); first = last + 1) {
    for (last = first; last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1;) ++last;
    if (!out.empty()) out += ',';
    out += std::to_string(numbers[first]);
    if (last > first) out += fmt::format("-{}", numbers[last]);
  }
  return out;
}

Result<std::vector<int>> numbers_of(std::string_view ranges, std::size_t most) {
  std::vector<int> numbers;
  if (ranges.empty()) return numbers;
  for (const auto range : split(ranges, ',')) {
    const auto dash = range.find('-');
    const auto first = number_of<int>(range.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : number_of<int>(range.substr(dash + 1));
    if (!first || !last || *last < *first)
      return failure(fmt::format("{} is not a list of numbers and ranges such as 0-3,8", quoted(ranges)));
    if (static_cast<std::size_t>(*last - *first) >= most - numbers.size())
      return failure(fmt::format("{} has more than {} numbers", quoted(ranges), most));
    for (int number = *first; number <= *last; ++number) numbers.push_back(number);
  }
  return numbers;
}

}  // namespace sonde::record
