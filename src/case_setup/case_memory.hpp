// The memory of one benchmark × size on this rank: planned, agreed to by all, filled.
#pragma once
#include <optional>

#include "args/settings.hpp"
#include "case_setup/failure.hpp"
#include "case_setup/prepared_case.hpp"
#include "case_setup/team.hpp"
#include "plan/buffers.hpp"
#include "plan/plan.hpp"

namespace sonde::case_setup {

/// Grows `memories` to what messages of `bytes` bytes need, which `buffers` then says, and fills them with
/// the guide's contents (5.2.5) of rank `world_rank`; under -malloc_algo parallel each of the `crew` its own.
/// A failure is the same on every rank. Collective over the team's active ranks.
[[nodiscard]] std::optional<Failure> provide_memory(const Settings& settings, const CacheSizes& caches,
                                                    const PlannedCase& planned, const Team& team,
                                                    int world_rank, Memories& memories, Buffers& buffers,
                                                    engine::Crew* crew = nullptr);

/// Why the statuses of `transfers` file transfers do not fit beside the buffers into -mem; nothing where they
/// do, and for other benchmarks. Equal on all ranks.
[[nodiscard]] std::optional<Failure> no_room_for_statuses(const Settings& settings,
                                                          const Benchmark& benchmark, const Buffers& buffers,
                                                          std::int64_t transfers);

}  // namespace sonde::case_setup
