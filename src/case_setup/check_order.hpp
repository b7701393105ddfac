// -check of benchmarks that move no data but keep an order: no rank leaves a barrier before all have entered
// it.
#pragma once
#include "case_setup/resource.hpp"

namespace sonde::case_setup {

/// Repetitions of the pattern that one rank after the other enters a millisecond late. Ranks count themselves
/// on a counter of the first rank of the group when they enter, and read it when they have left: fewer than
/// all is a defect. Three repetitions at least. Collective over the team's active ranks.
[[nodiscard]] CheckResult check_order(const ResourceFacts& facts, const CheckFacts& measured);

}  // namespace sonde::case_setup
