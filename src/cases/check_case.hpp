// -check: the pattern once more on known contents, outside the clock, and a comparison with what must have
// arrived.
#pragma once
#include <optional>
#include <string>

#include "args/settings.hpp"
#include "cases/failure.hpp"
#include "cases/team.hpp"
#include "engine/case.hpp"
#include "host/memory.hpp"
#include "plan/plan.hpp"

namespace sonde::cases {

struct CheckResult {
  double defects = 0;              ///< wrong elements on this rank
  std::string text;                ///< of the first rank that found one, on all ranks
  std::optional<Failure> failure;  ///< agreed
};

/// Checks one repetition for each of a few roots. `received` grows to hold every message a repetition
/// receives, also those that share a buffer when measured. Collective over the team's active ranks. The send
/// buffer keeps the contents of the check.
[[nodiscard]] CheckResult check_case(const Settings& settings, const Section& section, const Team& team,
                                     const Case& c, const Loop& loop, host::Memory& received);

}  // namespace sonde::cases
