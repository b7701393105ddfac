#include "plan/node_pairs.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

namespace sonde {

namespace {

struct Node {
  int block = -1;
  std::vector<int> ranks;
};

std::vector<Node> nodes_in_order(std::span<const int> order, const Standing& standing) {
  std::map<int, std::size_t> places;
  std::vector<Node> nodes;
  for (const int rank : order) {
    const auto at = static_cast<std::size_t>(rank);
    const auto [place, fresh] = places.emplace(standing.nodes[at], nodes.size());
    if (fresh) nodes.push_back({standing.blocks.empty() ? -1 : standing.blocks[at], {}});
    nodes[place->second].ranks.push_back(rank);
  }
  return nodes;
}

}  // namespace

std::vector<int> NodePair::pairs_of(int ranks) const {
  std::vector<int> found(first.begin(), first.begin() + ranks);
  found.insert(found.end(), second.begin(), second.begin() + ranks);
  return found;
}

int NodePair::ranks() const {
  return static_cast<int>(std::min(first.size(), second.size()));
}

int ranks_of_each_node(std::span<const int> nodes) {
  const auto stand_apart = [](int one, int next) { return one != next; };
  const auto each = std::adjacent_find(nodes.begin(), nodes.end(), stand_apart) - nodes.begin() + 1;
  const auto ranks = std::ssize(nodes);
  if (each < 2 || each >= ranks || ranks % each != 0) return 0;
  std::set<int> met;
  for (std::ptrdiff_t at = 0; at < ranks; at += each) {
    const auto node = nodes.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(each));
    const bool whole = std::adjacent_find(node.begin(), node.end(), stand_apart) == node.end();
    if (!whole || !met.insert(node.front()).second) return 0;
  }
  return static_cast<int>(each);
}

std::vector<NodePair> node_pairs(std::span<const int> order, const Standing& standing) {
  if (standing.nodes.empty()) return {};
  const auto nodes = nodes_in_order(order, standing);
  if (nodes.size() < 2) return {};
  const Node& here = nodes.front();
  const std::span others = std::span(nodes).subspan(1);
  const auto known = [&](const Node& node) { return here.block >= 0 && node.block >= 0; };
  const auto same = [&](const Node& node) { return known(node) && node.block == here.block; };
  const auto apart = [&](const Node& node) { return known(node) && node.block != here.block; };
  auto nearest = std::find_if(others.begin(), others.end(), same);
  if (nearest == others.end()) nearest = others.begin();
  auto farthest = std::find_if(others.rbegin(), others.rend(), apart);
  if (farthest == others.rend()) farthest = others.rbegin();
  std::vector<NodePair> pairs{{"NEAREST", here.ranks, nearest->ranks}};
  if (&*farthest != &*nearest) pairs.push_back({"FARTHEST", here.ranks, farthest->ranks});
  return pairs;
}

}  // namespace sonde
