// A test of many cells at once for values above 0, where the signs of whole launches can be flipped.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "stats/max_test.hpp"

namespace sonde::stats {

/// The fewest launches that can give a p below 5 %: (1/2)^5 is 3 %.
inline constexpr int fewest_for_flips = 5;

/// One-sided p of each cell that its values, logarithms of ratios, lie above 0, corrected for all cells
/// together: calling above 0 what lies at or below alpha errs anywhere with probability alpha at most,
/// however the cells of one launch depend on each other, as long as launches do not and those cells that are
/// not above 0 are symmetric about 0 or about less.
///
/// The step-down procedure with the largest mean over its standard error, the typical spread over all cells
/// added to the cell's own, as in max_test.hpp; a value counts as 2.5 times the median magnitude of its cell
/// at most. The signs of all values of a launch are flipped together, in all ways up to ten launches, else in
/// 1999 drawn ones with a fixed seed. A cell that lacks a launch takes no part in its flips; with less than
/// five launches it has p = 1.
///
/// A cell that lies below -`far` in every launch cannot be called above 0, but with all signs flipped it
/// would be the largest of all. It is left out and has p = 1. That errs only where a cell at 0 is thrown
/// below -`far` by chance in each of the launches.
[[nodiscard]] std::vector<double> sign_flip_test(std::span<const Cell> cells, double far);

/// Launches that probably (80 %) decide on which side of 0 a cell is whose mean is `distance` away and whose
/// launches spread by the standard deviation `spread`, corrected for so many tests; nothing where that takes
/// more than `most`.
[[nodiscard]] std::optional<int> launches_to_decide(double distance, double spread, std::size_t tests,
                                                    int most);

}  // namespace sonde::stats
