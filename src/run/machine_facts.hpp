// What all ranks must know alike of the machine before they plan: its clock and its caches.
#pragma once
#include "args/settings.hpp"
#include "base/machine.hpp"
#include "base/result.hpp"
#include "mpi/world.hpp"
#include "plan/batch_plan.hpp"

namespace sonde::run {

struct MachineFacts {
  ClockFacts clock;           ///< the worst over the ranks
  CacheSizes caches;          ///< the largest over the ranks; absent where any rank does not know
  bool cores_shared = false;  ///< by ranks, on some host; known to rank 0 once the places of all ranks are
};

/// Collective over the world.
[[nodiscard]] MachineFacts study_machine(const mpi::World& world);

/// Whether the size of the cache is known where -off_cache -1 asks for it. Equal on all ranks.
[[nodiscard]] Result<void> knows_caches(const Settings& settings, const MachineFacts& facts);

/// What these settings ask of a machine that it cannot give: -off_cache -1 where the cache is not known,
/// -start clock where ranks share cores. Equal on all ranks. Collective over the world.
[[nodiscard]] Result<void> fits_machine(const mpi::World& world, const Settings& settings,
                                        const MachineFacts& facts);

}  // namespace sonde::run
