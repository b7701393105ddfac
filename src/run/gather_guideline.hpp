// From every rank's batches of both sides to what a guideline's row tells.
#pragma once
#include <span>

#include "case_setup/team.hpp"
#include "measuring/measure.hpp"
#include "record/record.hpp"

namespace sonde::run {

/// The sides of a group, without what the plan knows (id, memory), on its first rank; elsewhere without
/// meaning. `right`: seconds of a call by batch, slowest rank, as shown; the same scale holds for the left
/// side. Collective over the group.
[[nodiscard]] record::MeasuredGuideline gather_guideline(const case_setup::Team& team,
                                                         const measuring::Measured& mine,
                                                         std::span<const double> right, double scale);

}  // namespace sonde::run
