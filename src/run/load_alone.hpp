// -load only: a load of all processes, beside nothing.
#pragma once
#include "args/settings.hpp"
#include "base/result.hpp"
#include "mpi/world.hpp"

namespace sonde::run {

/// Makes the load and writes what has been moved; an error where there are too few processes. Collective over
/// the world.
[[nodiscard]] Result<void> make_load_alone(const mpi::World& world, const Settings& settings);

}  // namespace sonde::run
