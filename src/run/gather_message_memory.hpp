// Where the messages of a run lie, for its head and its records.
#pragma once
#include <optional>
#include <string>

#include "args/settings.hpp"
#include "device/spaces.hpp"
#include "mpi/world.hpp"
#include "record/record.hpp"

namespace sonde::run {

/// On the first rank, where messages do not lie in host memory. `library_aware`: as check_device_support has
/// it. Collective over the world.
[[nodiscard]] std::optional<record::MessageMemory> gather_message_memory(const mpi::World& world,
                                                                         const Settings& settings,
                                                                         const device::Spaces& spaces,
                                                                         const std::string& library_aware);

}  // namespace sonde::run
