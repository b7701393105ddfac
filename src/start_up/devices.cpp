#include "start_up/devices.hpp"

#include <fmt/format.h>

#include "base/machine.hpp"
#include "case_setup/failure.hpp"
#include "catalog/memory_kind.hpp"
#include "mpi/error.hpp"
#include "mpi/handles.hpp"
#include "mpi/simulated.hpp"

namespace sonde::start_up {

namespace {

GpuPlace place_of(AllocType type) {
  switch (type) {
    case AllocType::host:
      return GpuPlace::pinned;
    case AllocType::device:
      return GpuPlace::device;
    case AllocType::shared:
      return GpuPlace::managed;
    case AllocType::cpu:
      break;
  }
  return GpuPlace::none;
}

Result<device::Kinds> kinds_of(const Settings& settings) {
  if (settings.alloc_type == AllocType::cpu) return settings.memory;
  return device::driver_at_hand().map([&](GpuDriver driver) {
    const MemoryKind kind = device::kind_at(driver, place_of(settings.alloc_type));
    return device::Kinds{kind, kind};
  });
}

/// The failure of the lowest rank that has one, on all ranks.
Result<void> agree(const mpi::World& world, const Result<void>& mine) {
  return case_setup::agree_on_error(world.comm, mine.map_error([&](const Error& error) {
    return Error{fmt::format("-memory: {} for rank {} on {}; run where it is, or give -memory host",
                             error.message, world.rank, host_name())};
  }));
}

int local_rank(const mpi::World& world) {
  return mpi::rank_in(mpi::node_of(world.comm).get());
}

Result<void> same_on_all(const mpi::World& world, const device::Kinds& kinds) {
  int first = static_cast<int>(kinds[0]);
  mpi::ok(MPI_Bcast(&first, 1, MPI_INT, 0, world.comm), "MPI_Bcast");
  if (first == static_cast<int>(kinds[0])) return {};
  return failure(fmt::format("memory here would be {}, and {} on rank 0; give -memory",
                             facts_of(kinds[0]).name, memory_kinds[static_cast<std::size_t>(first)].name));
}

}  // namespace

EarlyDevices open_devices(const Settings& early) {
  EarlyDevices out;
  if (in_host_memory(early) || mpi::simulated) return out;
  const auto kinds = kinds_of(early);
  if (!kinds) return out.spaces = tl::unexpected(kinds.error()), out;
  out.kinds = *kinds;
  out.spaces = device::Spaces::open(*kinds, early.devices);
  if (const auto rank = device::local_rank_told(); rank && out.spaces)
    if (auto chosen = out.spaces->choose(*rank); !chosen) out.spaces = tl::unexpected(chosen.error());
  return out;
}

Result<device::Spaces> agree_on_devices(const mpi::World& world, Settings& settings, EarlyDevices early) {
  if (in_host_memory(settings)) return device::Spaces{};
  if (mpi::simulated) return failure("-memory: simulated ranks have host memory only");
  Result<void> mine;
  if (!early.spaces) mine = tl::unexpected(early.spaces.error());
  if (auto there = agree(world, mine); !there) return tl::unexpected(there.error());
  if (auto alike = agree(world, same_on_all(world, early.kinds)); !alike)
    return tl::unexpected(alike.error());
  if (auto chosen = agree(world, early.spaces->choose(local_rank(world))); !chosen)
    return tl::unexpected(chosen.error());
  settings.memory = early.kinds;
  settings.alloc_type = AllocType::cpu;
  return std::move(early.spaces);
}

}  // namespace sonde::start_up
