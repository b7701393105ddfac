// From every rank's arrivals and exits to what -arrival tells of the call.
#pragma once
#include <span>

#include "case_setup/team.hpp"
#include "measuring/measure.hpp"
#include "record/record.hpp"

namespace sonde::run {

/// On the group's first rank; elsewhere without meaning. `shares`: of each rank its delay as a share of the
/// largest. Collective over the group.
[[nodiscard]] record::MeasuredArrival gather_arrival(const case_setup::Team& team,
                                                     const measuring::Arrivals& mine,
                                                     std::span<const double> shares);

}  // namespace sonde::run
