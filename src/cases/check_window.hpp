// -check of one-sided transfers: what windows and buffers hold after an epoch.
#pragma once
#include "cases/check_case.hpp"

namespace sonde::cases {

/// Runs one epoch on known contents and compares: after Put the target's window, after Get the origin's
/// buffer, after Accumulate the window of rank 0, every disjoint section of it. Collective over the team's
/// active ranks.
[[nodiscard]] CheckResult check_window(const Section& section, const Team& team, const Case& c,
                                       const Loop& loop, const host::Memory& window);

}  // namespace sonde::cases
