#include "run/team.hpp"

#include <algorithm>

#include "base/contract.hpp"

namespace sonde::run {

namespace {

Team make_team(const World& world, int position, int processes, int groups) {
  const bool works = position < processes * groups;
  Team team;
  team.processes = processes;
  team.groups = groups;
  team.active = mpi::split(world.comm, works ? 0 : MPI_UNDEFINED, position);
  if (!works) return team;
  team.group_index = position / processes;
  team.group_rank = position % processes;
  team.group = mpi::split(team.active.get(), team.group_index, team.group_rank);
  team.leaders = mpi::split(team.active.get(), team.leads() ? 0 : MPI_UNDEFINED, team.group_index);
  return team;
}

}  // namespace

Teams::Teams(const World& world, const Plan& plan) : world_(world) {
  const auto found = std::ranges::find(plan.order, world.rank);
  EXPECTS(found != plan.order.end());
  position_ = static_cast<int>(found - plan.order.begin());
}

const Team& Teams::of(const Section& section) {
  const auto key = std::make_pair(section.processes, section.groups);
  auto found = made_.find(key);
  if (found == made_.end())
    found = made_.emplace(key, make_team(world_, position_, section.processes, section.groups)).first;
  return found->second;
}

}  // namespace sonde::run
