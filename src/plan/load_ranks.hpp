// Ranks that measure and ranks that make the load (-load), and rows that are measured under one.
#pragma once
#include <span>
#include <vector>

#include "args/settings.hpp"
#include "base/result.hpp"
#include "plan/plan.hpp"

namespace sonde {

/// Puts the ranks that measure, the canaries, before those that make the load, each in the order there was.
/// They are whole nodes where there are several, else ranks: the one of rank 0, and others that are drawn by
/// the seed. `nodes`: of each rank. Returns how many canaries there are, two or more; an error where there
/// are too few ranks.
[[nodiscard]] Result<int> put_canaries_first(const Settings& settings, std::span<const int> nodes,
                                             std::vector<int>& order);

/// An error where the load that so many ranks make takes more memory of one of them than -mem allows.
[[nodiscard]] Result<void> check_load_memory(const Settings& settings, int congestors);

/// Gives a section that could run otherwise a refusal where its row is not measured under a load.
void refuse_load(const Settings& settings, TableRun& section);

}  // namespace sonde
