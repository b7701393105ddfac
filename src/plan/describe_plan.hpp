// The plan for a person: what -dry_run prints.
#pragma once
#include <string>

#include "plan/buffers.hpp"
#include "plan/plan.hpp"

namespace sonde {

/// One line a section: name, mode, processes, groups, lengths, repetitions before `-time` cuts them, memory
/// per process; then the number of cases and the longest time the measured loops may take. Nothing is
/// measured.
[[nodiscard]] std::string describe(const Plan& plan, const Settings& settings, const CacheSizes& caches = {});

}  // namespace sonde
