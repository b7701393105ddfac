// The tables of a row: one for each value of its axis and each of its modes.
#pragma once
#include "args/settings.hpp"
#include "catalog/benchmark.hpp"
#include "plan/node_pairs.hpp"
#include "plan/plan.hpp"

namespace sonde {

/// Whether -multi runs several groups of it side by side.
[[nodiscard]] bool stands_in_groups(const Benchmark& row);

/// Adds them to the plan, which knows the ranks and their order: for each value of the axis a section in each
/// mode that is wanted; one section with a refusal where there are too few ranks, or one node where two are
/// needed.
void add_along_axis(const Settings& settings, const Benchmark& benchmark, const Standing& standing,
                    Plan& plan);

}  // namespace sonde
