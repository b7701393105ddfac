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
/// Bytes, as the head of a table says them.
struct Amount {
  std::string_view text;
  double (*of)(const Sizes&);
};
constexpr Amount once{"X", [](const Sizes& s) { return s.x; }};
constexpr Amount twice{"2 X", [](const Sizes& s) { return 2 * s.x; }};
constexpr Amount four_times{"4 X", [](const Sizes& s) { return 4 * s.x; }};
constexpr Amount of_other_ranks{"(P-1) X", [](const Sizes& s) { return (s.p - 1) * s.x; }};
constexpr Amount of_other_nodes{"(P-n) X", [](const Sizes& s) { return (s.p - s.n) * s.x; }};
constexpr Amount between_nodes{"n (P-n) X", [](const Sizes& s) { return s.n * (s.p - s.n) * s.x; }};
constexpr Amount all_but_own{"(P-1)/P X", [](const Sizes& s) { return (s.p - 1) / s.p * s.x; }};
constexpr Amount all_but_node{"(N-1)/N X", [](const Sizes& s) { return (s.nodes - 1) / s.nodes * s.x; }};
constexpr Amount reduced_and_spread{"2 (P-1)/P X", [](const Sizes& s) { return 2 * all_but_own.of(s); }};
constexpr Amount reduced_and_spread_by_nodes{"2 (N-1)/N X",
                                             [](const Sizes& s) { return 2 * all_but_node.of(s); }};

struct Rule {
  std::string_view benchmark;
  Amount bus, net;
  bool by_neighbours = false;  ///< what crosses a node's link depends on which ranks stand there
};

constexpr std::array<Rule, 20> rules{{{"PingPong", once, once, true},
                                      {"PingPing", once, once, true},
                                      {"Sendrecv", twice, twice, true},
                                      {"Exchange", four_times, four_times, true},
                                      {"Bcast", once, once},
                                      {"Reduce", once, once},
                                      {"Allreduce", reduced_and_spread, reduced_and_spread_by_nodes},
                                      {"Scan", once, once},
                                      {"Exscan", once, once},
                                      {"Reduce_scatter", all_but_own, all_but_node},
                                      {"Reduce_scatter_block", of_other_ranks, of_other_nodes},
                                      {"Allgather", of_other_ranks, of_other_nodes},
                                      {"Allgatherv", of_other_ranks, of_other_nodes},
                                      {"Gather", of_other_ranks, of_other_nodes},
                                      {"Gatherv", of_other_ranks, of_other_nodes},
                                      {"Scatter", of_other_ranks, of_other_nodes},
                                      {"Scatterv", of_other_ranks, of_other_nodes},
                                      {"Alltoall", of_other_ranks, between_nodes},
                                      {"Alltoallv", of_other_ranks, between_nodes},
                                      {"Alltoallw", of_other_ranks, between_nodes}}};

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
  return rule == nullptr ? std::nullopt : std::optional(TrafficFormula{rule->bus.text, rule->net.text});
}

std::optional<Traffic> traffic(std::string_view benchmark, std::int64_t bytes, const Placement& placement,
                               std::optional<bool> each_share) {
  const Rule* rule = rule_of(benchmark, each_share);
  if (rule == nullptr || bytes < 0 || placement.ranks < 2) return std::nullopt;
  const double nodes = placement.nodes;
  const Sizes sizes{static_cast<double>(bytes), static_cast<double>(placement.ranks), nodes,
                    nodes > 0 ? placement.ranks / nodes : 0};
  Traffic found{.bus = rule->bus.of(sizes), .net = {}};
  if (placement.nodes > 1 && (!rule->by_neighbours || placement.nodes == placement.ranks))
    found.net = rule->net.of(sizes);
  return found;
}

}  // namespace sonde
