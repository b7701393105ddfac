// The devices of the ranks: chosen before MPI starts, since libraries that take their memory want a current
// context then, and agreed on after.
#pragma once

#include "args/settings.hpp"
#include "base/result.hpp"
#include "device/spaces.hpp"
#include "mpi/world.hpp"

namespace sonde::start_up {

/// What this process found before MPI started. A failure waits for `agree_on_devices`.
struct EarlyDevices {
  device::Kinds kinds{};
  Result<device::Spaces> spaces{};
};

/// Opens the drivers that `early` asks for, and takes the device of this process where its launcher tells the
/// local rank.
[[nodiscard]] EarlyDevices open_devices(const Settings& early);

/// The spaces of this rank, its device chosen by its place among the ranks that share memory; enters the
/// kinds that -mem_alloc_type stands for in `settings`. An error on all ranks where one has no driver or no
/// such device, or where hosts have different drivers. Collective over the world.
[[nodiscard]] Result<device::Spaces> agree_on_devices(const mpi::World& world, Settings& settings,
                                                      EarlyDevices early);

}  // namespace sonde::start_up
