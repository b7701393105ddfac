#include "catalog/traffic.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.hpp"

namespace sonde {

namespace {

/// X bytes, P ranks, N nodes of n ranks.
struct Sizes {
  double x, p, nodes, n;
};
using Bytes = double (*)(const Sizes&);

struct Rule {
  std::string_view benchmark;
  TrafficFormula formula;
  Bytes bus, net;
  bool by_neighbours = false;  ///< what crosses a node's link depends on which ranks stand there
};

double once(const Sizes& s) {
  return s.x;
}
double twice(const Sizes& s) {
  return 2 * s.x;
}
double four_times(const Sizes& s) {
  return 4 * s.x;
}
double of_other_ranks(const Sizes& s) {
  return (s.p - 1) * s.x;
}
double of_other_nodes(const Sizes& s) {
  return (s.p - s.n) * s.x;
}
double between_nodes(const Sizes& s) {
  return s.n * (s.p - s.n) * s.x;
}
double all_but_own(const Sizes& s) {
  return (s.p - 1) / s.p * s.x;
}
double all_but_node(const Sizes& s) {
  return (s.nodes - 1) / s.nodes * s.x;
}
double reduced_and_spread(const Sizes& s) {
  return 2 * all_but_own(s);
}
double reduced_and_spread_by_nodes(const Sizes& s) {
  return 2 * all_but_node(s);
}

constexpr TrafficFormula gathered{"(P-1) X", "(P-n) X"};
constexpr TrafficFormula exchanged{"(P-1) X", "n (P-n) X"};

constexpr std::array<Rule, 20> rules{
    {{"PingPong", {"X", "X"}, once, once, true},
     {"PingPing", {"X", "X"}, once, once, true},
     {"Sendrecv", {"2 X", "2 X"}, twice, twice, true},
     {"Exchange", {"4 X", "4 X"}, four_times, four_times, true},
     {"Bcast", {"X", "X"}, once, once},
     {"Reduce", {"X", "X"}, once, once},
     {"Allreduce", {"2 (P-1)/P X", "2 (N-1)/N X"}, reduced_and_spread, reduced_and_spread_by_nodes},
     {"Scan", {"X", "X"}, once, once},
     {"Exscan", {"X", "X"}, once, once},
     {"Reduce_scatter", {"(P-1)/P X", "(N-1)/N X"}, all_but_own, all_but_node},
     {"Reduce_scatter_block", gathered, of_other_ranks, of_other_nodes},
     {"Allgather", gathered, of_other_ranks, of_other_nodes},
     {"Allgatherv", gathered, of_other_ranks, of_other_nodes},
     {"Gather", gathered, of_other_ranks, of_other_nodes},
     {"Gatherv", gathered, of_other_ranks, of_other_nodes},
     {"Scatter", gathered, of_other_ranks, of_other_nodes},
     {"Scatterv", gathered, of_other_ranks, of_other_nodes},
     {"Alltoall", exchanged, of_other_ranks, between_nodes},
     {"Alltoallv", exchanged, of_other_ranks, between_nodes},
     {"Alltoallw", exchanged, of_other_ranks, between_nodes}}};

/// "Iallreduce_pure" and "Allreduce_persist" move what Allreduce moves.
std::string blocking_name(std::string_view benchmark) {
  for (const std::string_view ending : {"_pure", "_persist"})
    if (benchmark.ends_with(ending)) benchmark.remove_suffix(ending.size());
  const bool starts =
      benchmark.size() > 1 && benchmark[0] == 'I' && benchmark[1] >= 'a' && benchmark[1] <= 'z';
  return std::string(starts ? benchmark.substr(1) : benchmark);
}

const Rule* rule_of(std::string_view benchmark, std::optional<bool> each_share) {
  auto name = blocking_name(benchmark);
  if (follows_share(benchmark)) {
    if (!each_share) return nullptr;
    if (*each_share) name = "Reduce_scatter_block";
  }
  const auto* found =
      std::ranges::find_if(rules, [&](const Rule& rule) { return same_word(rule.benchmark, name); });
  return found == rules.end() ? nullptr : found;
}

}  // namespace

bool follows_share(std::string_view benchmark) {
  return same_word(blocking_name(benchmark), "Reduce_scatter");
}

std::optional<TrafficFormula> traffic_formula(std::string_view benchmark, std::optional<bool> each_share) {
  const Rule* rule = rule_of(benchmark, each_share);
  return rule == nullptr ? std::nullopt : std::optional(rule->formula);
}

std::optional<Traffic> traffic(std::string_view benchmark, std::int64_t bytes, const Placement& placement,
                               std::optional<bool> each_share) {
  const Rule* rule = rule_of(benchmark, each_share);
  if (rule == nullptr || bytes < 0 || placement.ranks < 2) return std::nullopt;
  const double nodes = placement.nodes;
  const Sizes sizes{static_cast<double>(bytes), static_cast<double>(placement.ranks), nodes,
                    nodes > 0 ? placement.ranks / nodes : 0};
  Traffic found{.bus = rule->bus(sizes), .net = {}};
  if (placement.nodes > 1 && (!rule->by_neighbours || placement.nodes == placement.ranks))
    found.net = rule->net(sizes);
  return found;
}

}  // namespace sonde
