// Active and waiting ranks of a section: the communicators of guide 5.2.2.
#pragma once
#include <map>
#include <utility>
#include <vector>

#include "mpi/handles.hpp"
#include "mpi/world.hpp"
#include "plan/plan.hpp"

namespace sonde::case_setup {

/// The lanes of one section as this rank sees them; its own is its group. On a waiting rank all communicators
/// are empty.
struct Team {
  mpi::Communicator active;  ///< every rank of every lane
  mpi::Communicator group;   ///< this rank's group, in map order
  /// IMB-MT: of each thread, a copy of the group's.
  std::vector<mpi::Communicator> threads;
  mpi::Communicator leaders;  ///< the first rank of each lane that measures, in order; empty elsewhere
  std::vector<mpi::Communicator> held;  ///< so that windows of groups have contexts of different numbers
  int processes = 0;
  int groups = 1;
  int group_index = -1;
  int group_rank = -1;
  int position = 0;  ///< of this rank in the section's order

  [[nodiscard]] bool works() const { return !active.empty(); }
  [[nodiscard]] bool leads() const { return group_rank == 0; }
};

/// Makes each arrangement of lanes once and keeps it: there are about log2(ranks) of them. Of those with an
/// order of their own, which may be many, the last one alone.
class Teams {
 public:
  /// `threads`: of each rank, for which there are communicators; 0: there are none. `nodes`: of each rank of
  /// the world, where windows of groups need contexts of different numbers.
  Teams(const mpi::World& world, const Plan& plan, int threads = 0, std::vector<int> nodes = {});
  /// Collective over the world when the arrangement is not that of the call before.
  const Team& of(const TableRun& section);
  /// New communicators for a section whose case has failed, so that no message left over from it can match a
  /// later one. Collective over the team's active ranks only.
  void renew(const TableRun& section);

 private:
  using Shape = std::pair<std::vector<Lane>, std::vector<int>>;
  [[nodiscard]] static Shape shape(const TableRun& section);
  /// Of each place in the section's order; nothing where nodes do not matter.
  [[nodiscard]] std::vector<int> node_of_position(const TableRun& section) const;
  mpi::World world_;
  std::vector<int> order_;  ///< of the plan
  int position_ = 0;        ///< of this rank in the order of the plan
  int threads_ = 0;
  std::vector<int> nodes_;
  /// By the lanes, whatever they run, and the order of ranks where it is their own.
  std::map<Shape, Team> made_;
  Team* in_use_ = nullptr;  ///< that of the last call
};

}  // namespace sonde::case_setup
