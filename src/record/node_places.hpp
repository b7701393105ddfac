// Places of many ranks, told node by node: a host once, ranks and cores as ranges.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "record/record.hpp"

namespace sonde::record {

/// A record of more ranks than this tells places by node.
inline constexpr int ranks_told_one_by_one = 4096;

/// Ranks of one node that may run on the same cores.
struct PlacedAlike {
  std::vector<int> ranks, cores;
  std::optional<int> numa_node{};

  bool operator==(const PlacedAlike&) const = default;
};

struct NodePlaces {
  std::string host;
  std::vector<PlacedAlike> ranks;

  bool operator==(const NodePlaces&) const = default;
};

/// Nodes in the order of their first ranks; nothing is lost.
[[nodiscard]] std::vector<NodePlaces> by_node(std::span<const RankPlace> places);

/// Each rank's place, in the order of ranks.
[[nodiscard]] std::vector<RankPlace> by_rank(std::span<const NodePlaces> nodes);

/// "0-3,8": numbers in the order they have, runs of neighbours as a range; "" for none.
[[nodiscard]] std::string ranges_of(std::span<const int> numbers);

/// The numbers of such a text. An error where it is none, where a range runs backwards, and beyond `most`
/// numbers.
[[nodiscard]] Result<std::vector<int>> numbers_of(std::string_view ranges, std::size_t most);

}  // namespace sonde::record
