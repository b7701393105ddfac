// The delays with which the ranks of a section arrive (-arrival).
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "args/settings.hpp"
#include "plan/plan.hpp"

namespace sonde {

/// Of each rank of a group its delay as a share of the largest one, 0 to 1. `nodes`: of each of these ranks,
/// equal where they share one; needed for `node` alone. Not for `all`. For `root` the first rank's, as long
/// as it is the root.
[[nodiscard]] std::vector<double> arrival_shares(const Arrival& arrival, std::span<const int> nodes,
                                                 int ranks);

/// In which order the patterns of a case are measured in a turn, drawn from the seed.
[[nodiscard]] std::vector<int> order_of_turn(const Arrival& arrival, int patterns, std::uint64_t turn);

/// Gives a section that could run otherwise the delays of -arrival, or the refusal where they cannot be
/// followed. `nodes`: of each world rank, empty where they are not known.
void arrange_arrival(const Settings& settings, const Plan& plan, std::span<const int> nodes,
                     TableRun& section);

}  // namespace sonde
