// The plan for a person: what -dry_run prints.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "plan/buffers.hpp"
#include "plan/plan.hpp"

namespace sonde {

/// One line a section: name, mode, processes, groups, lengths, repetitions before `-time` cuts them, memory
/// per process; then the number of cases and the longest time the measured loops may take. Nothing is
/// measured. `recorded`: of each section how many cases stand in the record of -resume; empty: of none.
[[nodiscard]] std::string describe(const Plan& plan, const Settings& settings, const CacheSizes& caches = {},
                                   std::span<const std::int64_t> recorded = {});

}  // namespace sonde
