// Runs a plan: section by section, length by length, every finished case handed to the sinks before the next
// one starts.
#pragma once
#include <memory>
#include <vector>

#include "args/settings.hpp"
#include "device/spaces.hpp"
#include "host/account.hpp"
#include "library/performance_variables.hpp"
#include "mpi/world.hpp"
#include "plan/plan.hpp"
#include "run/finished.hpp"
#include "run/machine_facts.hpp"
#include "sinks/sinks.hpp"
#include "tables/head.hpp"

namespace sonde::run {

struct RunOutcome {
  tables::Tally tally;    ///< what became of the cases; on the first rank only
  host::Account account;  ///< of this rank
};

/// What the start has found out of this rank.
struct Found {
  const MachineFacts& machine;
  const library::PerformanceVariables& variables;  ///< -pvars
  const device::Spaces& spaces;                    ///< -memory
};

/// All others wait without a timeout: the first rank may be blocked by the reader of its output. Collective.
void wait_for_all(const mpi::World& world);

/// Collective over the world. Cases in `finished` are shown and not measured. `sinks` is used on the first
/// rank only. Throws OutputLost on the first rank.
[[nodiscard]] RunOutcome execute(const mpi::World& world, const Settings& settings, const Plan& plan,
                                 const std::vector<std::unique_ptr<sinks::Sink>>& sinks,
                                 const Finished& finished, const Found& found);

}  // namespace sonde::run
