#include "cases/team.hpp"

#include <algorithm>
#include <vector>

#include "base/contract.hpp"

namespace sonde::cases {

namespace {

constexpr int most_placeholders = 256;

/// A copy of the group's communicator whose context number differs from group to group. Groups that are split
/// off together have the same number under Open MPI, which names the shared memory of a window after it: two
/// groups that make and free windows at the same time on one node then take each other's (MPI_ERR_WIN, "No
/// such file").
mpi::Communicator numbered_apart(const mpi::Communicator& group, int group_index) {
  const int wanted = group_index % most_placeholders;
  std::vector<mpi::Communicator> placeholders;
  placeholders.reserve(static_cast<std::size_t>(wanted));
  for (int i = 0; i < wanted; ++i) placeholders.push_back(mpi::split(group.get(), 0, 0));
  return mpi::split(group.get(), 0, 0);
}

Team make_team(const mpi::World& world, int position, int processes, int groups, bool windows) {
  const bool works = position < processes * groups;
  Team team;
  team.processes = processes;
  team.groups = groups;
  team.active = mpi::split(world.comm, works ? 0 : MPI_UNDEFINED, position);
  if (!works) return team;
  team.group_index = position / processes;
  team.group_rank = position % processes;
  team.group = mpi::split(team.active.get(), team.group_index, team.group_rank);
  if (windows && groups > 1) team.group = numbered_apart(team.group, team.group_index);
  team.leaders = mpi::split(team.active.get(), team.leads() ? 0 : MPI_UNDEFINED, team.group_index);
  return team;
}

}  // namespace

Teams::Teams(const mpi::World& world, const Plan& plan) : world_(world) {
  const auto found = std::ranges::find(plan.order, world.rank);
  EXPECTS(found != plan.order.end());
  position_ = static_cast<int>(found - plan.order.begin());
}

const Team& Teams::of(const Section& section) {
  const auto key = std::make_pair(section.processes, section.groups);
  auto found = made_.find(key);
  if (found == made_.end())
    found = made_
                .emplace(key, make_team(world_, position_, section.processes, section.groups,
                                        facts_of(section.benchmark->suite).windows))
                .first;
  return found->second;
}

}  // namespace sonde::cases
