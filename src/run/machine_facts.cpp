#include "run/machine_facts.hpp"

#include <fmt/format.h>

#include <array>

#include "measuring/clock_sync.hpp"
#include "measuring/measure.hpp"
#include "mpi/error.hpp"

namespace sonde::run {

namespace {

/// The largest of everybody's sizes; absent where one rank does not know.
CacheSizes agreed_caches(const mpi::World& world) {
  const CacheSizes mine = machine_caches();
  std::array<std::int64_t, 4> facts{mine.last_level_bytes.value_or(0), mine.line_bytes.value_or(0),
                                    mine.last_level_bytes ? 0 : 1, mine.line_bytes ? 0 : 1};
  mpi::ok(MPI_Allreduce(MPI_IN_PLACE, facts.data(), 4, MPI_INT64_T, MPI_MAX, world.comm), "MPI_Allreduce");
  CacheSizes agreed;
  if (facts[2] == 0) agreed.last_level_bytes = facts[0];
  if (facts[3] == 0) agreed.line_bytes = facts[1];
  return agreed;
}

}  // namespace

MachineFacts study_machine(const mpi::World& world) {
  return {.clock = measuring::time_the_clock(world.comm), .caches = agreed_caches(world)};
}

Result<void> knows_caches(const Settings& settings, const MachineFacts& facts) {
  const bool needed =
      settings.off_cache && settings.off_cache->megabytes < 0 && !facts_of(settings.suite).files;
  if (!needed || facts.caches.last_level_bytes) return {};
  return failure("the cache size of this machine is not known: give it in MB, as in -off_cache 16,64");
}

Result<void> fits_machine(const mpi::World& world, const Settings& settings, const MachineFacts& facts) {
  if (auto known = knows_caches(settings, facts); !known) return known;
  if (settings.start == Start::clock && measuring::ranks_share_cores(world.comm))
    return failure(fmt::format(
        "{} needs a core for every rank, for ranks that share one cannot start together; start fewer ranks{}",
        settings.arrival ? "-arrival" : "-start clock",
        settings.arrival ? "" : ", or take -start dissemination"));
  return {};
}

}  // namespace sonde::run
