// Runs a plan: section by section, length by length, every finished case handed to the sinks before the next
// one starts.
#pragma once
#include <memory>
#include <vector>

#include "args/settings.hpp"
#include "host/account.hpp"
#include "library/performance_variables.hpp"
#include "mpi/world.hpp"
#include "plan/plan.hpp"
#include "run/finished.hpp"
#include "run/machine_facts.hpp"
#include "sinks/sink.hpp"
#include "tables/head.hpp"

namespace sonde::run {

struct Outcome {
  tables::Tally tally;    ///< what became of the cases; on the first rank only
  host::Account account;  ///< of this rank
};

/// Collective over the world. Cases in `finished` are shown and not measured. `sinks` is used on the first
/// rank only. Throws OutputLost on the first rank.
[[nodiscard]] Outcome execute(const mpi::World& world, const Settings& settings, const Plan& plan,
                              const std::vector<std::unique_ptr<sinks::Sink>>& sinks,
                              const Finished& finished, const MachineFacts& machine,
                              const library::PerformanceVariables& variables = {});

}  // namespace sonde::run
