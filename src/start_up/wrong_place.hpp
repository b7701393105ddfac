// Input that only this machine and its MPI library can find wrong: a directory, names of files, hints.
#pragma once
#include "args/settings.hpp"
#include "base/result.hpp"
#include "mpi/world.hpp"

namespace sonde::start_up {

/// An error, on every rank, where a rank cannot make files at -path (IMB-IO), or the MPI library does not
/// take a hint of -info. Collective over the world.
[[nodiscard]] Result<void> check_place(const mpi::World& world, const Settings& settings);

}  // namespace sonde::start_up
