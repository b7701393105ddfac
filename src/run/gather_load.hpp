// From single calls of all ranks and phases to what -load tells of them.
#pragma once
#include "case_setup/team.hpp"
#include "measuring/measure.hpp"
#include "record/record.hpp"

namespace sonde::run {

/// The calls of all ranks of the group, on its first rank. Collective over the group.
[[nodiscard]] stats::Histogram reduce_calls(const case_setup::Team& team, stats::Histogram mine);

/// On the group's first rank; elsewhere without meaning. `scale`: from the time of a call to that shown.
/// Collective over the group.
[[nodiscard]] record::MeasuredLoad gather_load(const case_setup::Team& team,
                                               const measuring::LoadPhases& mine, double scale);

}  // namespace sonde::run
