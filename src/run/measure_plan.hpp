// A plan measured: from the header of the record to its footer.
#pragma once
#include <string>

#include "args/parse.hpp"
#include "base/result.hpp"
#include "device/spaces.hpp"
#include "library/library_variables.hpp"
#include "library/performance_variables.hpp"
#include "mpi/world.hpp"
#include "plan/plan.hpp"
#include "plugin/plugins.hpp"
#include "record/record.hpp"
#include "run/last_row.hpp"
#include "run/machine_facts.hpp"

namespace sonde::run {

/// Where messages lie on this rank, and whether the library takes it (as records have it).
struct MessageSpaces {
  device::Spaces spaces;
  std::string library_aware;
};

/// What all ranks have agreed on before the first case.
struct Agreed {
  const mpi::World& world;
  const Program& program;
  const Settings& settings;
  const Plan& plan;
  const library::LibraryState& library;
  const library::PerformanceVariables& variables;  ///< -pvars
  const MessageSpaces& messages;
  const plugin::Plugins& plugins;
};

/// What stands above the cases of a record; complete on the first rank. Collective over the world.
[[nodiscard]] record::Header full_header(const Agreed& run, const MachineFacts& facts);

/// The exit status, and in `ending` what is left for the end of MPI. An error where the settings do not fit
/// the machine or a record cannot be written, with a message on the first rank. Collective over the world.
[[nodiscard]] Result<int> measure_plan(const Agreed& run, Ending& ending);

}  // namespace sonde::run
