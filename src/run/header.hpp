// Provenance of a run: what the record room can tell of this machine, and what MPI tells.
#pragma once
#include "args/settings.hpp"
#include "mpi/world.hpp"
#include "record/record.hpp"
#include "run/machine_facts.hpp"

namespace sonde::run {

/// Complete on the first rank. Collective over the world.
[[nodiscard]] record::Header make_header(const mpi::World& world, const Settings& settings,
                                         const MachineFacts& facts);

}  // namespace sonde::run
