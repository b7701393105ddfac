#include "case_setup/team.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/contract.hpp"

namespace sonde::case_setup {

namespace {

/// The least number that no group before this one has which shares a node with it. `node_of_position`: of
/// each place in the section's order.
int place_on_nodes(const TableRun& section, int group, const std::vector<int>& node_of_position) {
  std::map<int, std::set<int>> taken;  // of each node
  for (int lane = 0;; ++lane) {
    const Lane& one = section.lanes[static_cast<std::size_t>(lane)];
    const std::set<int> nodes(node_of_position.begin() + one.first,
                              node_of_position.begin() + one.first + one.ranks);
    int number = 0;
    while (std::ranges::any_of(nodes, [&](int node) { return taken[node].contains(number); })) ++number;
    if (lane == group) return number;
    for (const int node : nodes) taken[node].insert(number);
  }
}

/// Communicators that Open MPI makes for a window (three), for a second one that a check makes beside it, and
/// some to spare. Groups make their windows at different times, so that fewer meet now and then.
constexpr int contexts_of_windows = 8;
constexpr int most_groups =
    63;  ///< on a node with more that make windows at the same time some have the same numbers

/// Open MPI names the shared memory of a window after the number of its context, the lowest that is free on
/// all ranks of the group: the same for all groups, which then take each other's when they make windows at
/// the same time on one node (MPI_ERR_WIN, "No such file"). So each group holds so many numbers that none of
/// another one on its nodes can meet its own. Collective over the groups.
void reserve_context_ids(Team& team, const TableRun& section, const std::vector<int>& node_of_position) {
  const Lane& lane = section.lanes[static_cast<std::size_t>(team.group_index)];
  if (!facts_of(lane.benchmark->suite).windows || section.lanes.size() == 1 || node_of_position.empty())
    return;
  const int wanted = contexts_of_windows *
                     std::min(most_groups, place_on_nodes(section, team.group_index, node_of_position));
  team.held.reserve(static_cast<std::size_t>(wanted));
  for (int i = 0; i < wanted; ++i) team.held.push_back(mpi::split(team.group.get(), 0, team.group_rank));
}

/// The communicators of the lanes, out of that of all active ranks. Collective over those.
void divide(Team& team, int threads) {
  team.group = mpi::split(team.active.get(), team.group_index, team.group_rank);
  for (int thread = 0; thread < threads; ++thread)
    team.threads.push_back(mpi::of_thread(team.group.get(), thread));
  team.leaders = mpi::split(team.active.get(), team.leads() ? 0 : MPI_UNDEFINED, team.group_index);
}

Team make_team(const mpi::World& world, int position, const TableRun& section, int threads) {
  const auto index = lane_at(section, position);
  Team team;
  team.position = position;
  team.processes = section.processes;
  team.groups = section.groups;
  team.active = mpi::split(world.comm, index ? 0 : MPI_UNDEFINED, position);
  if (!index) return team;
  const Lane& lane = section.lanes[*index];
  team.processes = lane.ranks;
  team.group_index = static_cast<int>(*index);
  team.group_rank = position - lane.first;
  divide(team, threads);
  return team;
}

/// Behind all others for a rank that has no place in the order.
int position_of(const mpi::World& world, const std::vector<int>& order) {
  return static_cast<int>(std::ranges::find(order, world.rank) - order.begin());
}

}  // namespace

Teams::Teams(const mpi::World& world, const Plan& plan, int threads, std::vector<int> nodes)
    : world_(world),
      order_(plan.order),
      position_(position_of(world, plan.order)),
      threads_(threads),
      nodes_(std::move(nodes)) {
  EXPECTS(position_ < std::ssize(plan.order));
}

/// What tells teams apart: where their lanes are and what those are there for.
Teams::Shape Teams::shape(const TableRun& section) {
  auto lanes = section.lanes;
  for (Lane& lane : lanes) {
    lane.benchmark = nullptr;
    lane.mode = 0;
  }
  return {std::move(lanes), section.order};
}

std::vector<int> Teams::node_of_position(const TableRun& section) const {
  std::vector<int> found;
  if (nodes_.empty()) return found;
  for (const int rank : section.order.empty() ? order_ : section.order)
    found.push_back(nodes_[static_cast<std::size_t>(rank)]);
  return found;
}

const Team& Teams::of(const TableRun& section) {
  auto key = shape(section);
  const int position = section.order.empty() ? position_ : position_of(world_, section.order);
  auto found = made_.find(key);
  if (found != made_.end() && &found->second == in_use_) return found->second;
  if (in_use_ != nullptr)
    in_use_->held.clear();  // of the team in use alone: the others would be numbered unlike
  in_use_ = nullptr;
  if (found == made_.end() && !section.order.empty())
    std::erase_if(made_, [](const auto& made) { return !made.first.second.empty(); });
  if (found == made_.end())
    found = made_.emplace(std::move(key), make_team(world_, position, section, threads_)).first;
  in_use_ = &found->second;
  if (in_use_->works()) reserve_context_ids(*in_use_, section, node_of_position(section));
  return found->second;
}

void Teams::renew(const TableRun& section) {
  Team& team = made_.at(shape(section));
  // What is left over lies in the group's and in that of all: Open MPI crashes when they are freed with it.
  // The leaders' has carried results alone and is freed.
  static_cast<void>(team.group.release());
  for (mpi::Communicator& thread : team.threads) static_cast<void>(thread.release());
  team.threads.clear();
  team.held.clear();
  team.active = mpi::split(team.active.release(), 0, team.position);
  divide(team, threads_);
  reserve_context_ids(team, section, node_of_position(section));
}

}  // namespace sonde::case_setup
