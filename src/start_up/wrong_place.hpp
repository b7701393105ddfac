// Input that only this machine and its MPI library can find wrong: a directory, names of files, hints, hosts.
#pragma once
#include <span>
#include <string>

#include "args/settings.hpp"
#include "base/result.hpp"
#include "mpi/world.hpp"

namespace sonde::start_up {

/// An error, on every rank, where a rank cannot make files at -path (IMB-IO), or the MPI library does not
/// take a hint of -info. Collective over the world.
[[nodiscard]] Result<void> check_place(const mpi::World& world, const Settings& settings);

/// An error, on every rank, where the file of -topology names none of the hosts; else what to say of those it
/// lacks, on the first rank, "" where it has all. `blocks`: of blocks_of_ranks. Collective over the world.
[[nodiscard]] Result<std::string> check_switches(const mpi::World& world, const Settings& settings,
                                                 std::span<const int> blocks);

}  // namespace sonde::start_up
