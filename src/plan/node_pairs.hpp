// Where ranks stand: two nodes whose ranks send to each other, and as many ranks on each node.
#pragma once
#include <span>
#include <string_view>
#include <vector>

namespace sonde {

/// Where ranks stand: a number for each world rank. Empty where it is not needed.
struct Standing {
  std::span<const int> nodes{};  ///< equal where ranks share a node
  std::span<const int>
      blocks{};  ///< equal where their nodes hang on one switch (-topology); below 0: not known
};

/// The ranks of two nodes in the order of the map.
struct NodePair {
  std::string_view label;  ///< "NEAREST" or "FARTHEST"
  std::vector<int> first, second;

  /// One each of `ranks` of either, the first node's before the second's: rank i of them and i + `ranks` are
  /// a pair.
  [[nodiscard]] std::vector<int> pairs_of(int ranks) const;
  /// Of the smaller node.
  [[nodiscard]] int ranks() const;
};

/// The node of the first rank with its nearest and its farthest one. Nodes are near in the order of their
/// first ranks: nearest is the next one, farthest the last one. Where blocks are known, the next one of the
/// same block and the last one of another, if there are such. One pair where both are the same node, none on
/// one node. `order`: world ranks in map order.
[[nodiscard]] std::vector<NodePair> node_pairs(std::span<const int> order, const Standing& standing);

/// Where two nodes or more have as many ranks each, at least two, one node's behind another's: how many. Else
/// 0. `nodes`: of each rank of a group.
[[nodiscard]] int ranks_of_each_node(std::span<const int> nodes);

}  // namespace sonde
