// From every rank's times to the result of each group, on the first rank.
#pragma once
#include <vector>

#include "run/reduce_group.hpp"

namespace sonde::run {

/// The results of all groups in order, on the first rank; empty elsewhere. Collective over the team's active
/// ranks.
[[nodiscard]] std::vector<GroupResult> gather(const case_setup::Team& team, const PlannedCase& planned,
                                              const measuring::Measured& measured, const RankFacts& facts);

/// The worst over the groups: smallest minimum, largest maximum, mean of the means; the summary of the
/// slowest group.
[[nodiscard]] GroupResult worst_of(const std::vector<GroupResult>& groups);

}  // namespace sonde::run
