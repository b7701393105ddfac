// What the kernel counted on each rank while a loop ran, brought to the first rank.
#pragma once
#include <vector>

#include "case_setup/team.hpp"
#include "record/record.hpp"

namespace sonde::run {

/// Seconds that an 8-byte message of this rank to itself takes: how fast its core and its MPI library are
/// where no rank waits for another. The median over a few short rounds, some 10 us in all. Not collective.
[[nodiscard]] double self_message_seconds();

/// On the first rank: the witnesses of all active ranks, or, of more than 64 ranks, the one that lost its
/// core most often (the first of several) and the two that are slowest alone. Empty elsewhere. Collective
/// over the team's active ranks.
[[nodiscard]] std::vector<record::RankCounters> gather_witnesses(const case_setup::Team& team,
                                                                 const record::RankCounters& mine);

}  // namespace sonde::run
