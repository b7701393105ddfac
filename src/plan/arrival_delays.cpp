#include "plan/arrival_delays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "catalog/draws.hpp"
#include "plan/messages.hpp"

namespace sonde {

namespace {

/// 0, 1 / (P - 1), ..., 1.
std::vector<double> evenly_spaced(int ranks) {
  std::vector<double> shares(static_cast<std::size_t>(ranks));
  for (int rank = 0; rank < ranks; ++rank)
    shares[static_cast<std::size_t>(rank)] = rank / std::max(1.0, ranks - 1.0);
  return shares;
}

template <class Late>
std::vector<double> late_where(int ranks, const Late& late) {
  std::vector<double> shares(static_cast<std::size_t>(ranks));
  for (int rank = 0; rank < ranks; ++rank) shares[static_cast<std::size_t>(rank)] = late(rank) ? 1 : 0;
  return shares;
}

std::vector<double> drawn(int ranks, std::uint64_t seed) {
  const auto spaced = evenly_spaced(ranks);
  std::vector<double> shares;
  for (const int place : drawn_order(Draws(seed, 0), ranks, 0))
    shares.push_back(spaced[static_cast<std::size_t>(place)]);
  return shares;
}

std::vector<double> of_trace(std::vector<double> delays) {
  const double largest = std::ranges::max(delays);
  for (double& delay : delays) delay /= largest;
  return delays;
}

/// Targets that take no part in the call do not come.
bool all_come(const Settings& settings, const Benchmark& row, int mode) {
  const Roles roles = row.needs.processes.roles;
  return makes_single_calls(settings, row, mode) && roles != Roles::first && roles != Roles::first_of_pairs &&
         row.needs.resource != Resource::file;
}

/// Of each rank of the section's lane; nothing where they are not known.
std::vector<int> nodes_of(const Plan& plan, const TableRun& section, std::span<const int> nodes) {
  std::vector<int> mine;
  if (nodes.empty()) return mine;
  for (const int rank : members(plan, section, 0)) mine.push_back(nodes[static_cast<std::size_t>(rank)]);
  return mine;
}

std::string refusal_of(const Settings& settings, const TableRun& section, std::span<const int> nodes) {
  const Arrival& arrival = *settings.arrival;
  const auto name = section.benchmark->name;
  if (section.processes < 2)
    return fmt::format("-arrival: {} on one process has no other to wait for; give -npmin 2", name);
  if (!all_come(settings, *section.benchmark, section.mode))
    return fmt::format(
        "-arrival: {} is no call that processes make one by one; name benchmarks of messages such as Bcast",
        name);
  if (arrival.pattern == ArrivalPattern::trace && std::ssize(arrival.trace) != section.processes)
    return fmt::format("-arrival: the file has delays of {} processes, but {} runs on {}",
                       arrival.trace.size(), name, section.processes);
  const bool apart = std::ranges::any_of(nodes, [&](int node) { return node != nodes.front(); });
  if (arrival.pattern == ArrivalPattern::node && !apart)
    return fmt::format("-arrival node: all {} processes of {} share one node; give another pattern",
                       section.processes, name);
  return {};
}

}  // namespace

std::vector<double> arrival_shares(const Arrival& arrival, std::span<const int> nodes, int ranks) {
  switch (arrival.pattern) {
    case ArrivalPattern::none:
      return late_where(ranks, [](int) { return false; });
    case ArrivalPattern::first:
    case ArrivalPattern::root:
      return late_where(ranks, [](int rank) { return rank == 0; });
    case ArrivalPattern::last:
      return late_where(ranks, [&](int rank) { return rank == ranks - 1; });
    case ArrivalPattern::ascending:
      return evenly_spaced(ranks);
    case ArrivalPattern::descending: {
      auto shares = evenly_spaced(ranks);
      std::ranges::reverse(shares);
      return shares;
    }
    case ArrivalPattern::halves:
      return late_where(ranks, [&](int rank) { return 2 * rank >= ranks; });
    case ArrivalPattern::node:
      return late_where(ranks,
                        [&](int rank) { return nodes[static_cast<std::size_t>(rank)] == nodes.back(); });
    case ArrivalPattern::random:
      return drawn(ranks, arrival.seed);
    case ArrivalPattern::alternate:
      return late_where(ranks, [](int rank) { return rank % 2 == 1; });
    case ArrivalPattern::trace:
      return of_trace(arrival.trace);
    case ArrivalPattern::all:
      break;
  }
  return {};
}

std::vector<int> order_of_turn(const Arrival& arrival, int patterns, std::uint64_t turn) {
  return drawn_order(Draws(~arrival.seed, turn), patterns, 0);
}

void arrange_arrival(const Settings& settings, const Plan& plan, std::span<const int> nodes,
                     TableRun& section) {
  const auto mine = nodes_of(plan, section, nodes);
  if (auto why = refusal_of(settings, section, mine); !why.empty()) {
    const auto& row = *section.benchmark;
    bool another = false;  // mode of the row that can run
    for (int mode = 0; mode < row.mode_count(); ++mode)
      another |= mode != section.mode && all_come(settings, row, mode);
    section.refuse(std::move(why), !another && asked_for(settings, row));
    return;
  }
  Arrival one = *settings.arrival;
  const bool all = one.pattern == ArrivalPattern::all;
  const auto patterns = all ? std::span<const ArrivalPattern>(fixed_patterns)
                            : std::span<const ArrivalPattern>(&settings.arrival->pattern, 1);
  for (const auto pattern : patterns) {
    one.pattern = pattern;
    section.arrivals.push_back({one, arrival_shares(one, mine, section.processes)});
  }
}

}  // namespace sonde
