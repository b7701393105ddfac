// A permutation test for many cells at once, where the unit that is exchangeable is a whole run.
#pragma once
#include <span>
#include <vector>

namespace sonde::stats {

enum class Side { base, fresh };

/// What one run measured in one cell; `value` is a logarithm, so that differences are ratios.
struct Observation {
  std::size_t run = 0;
  double value = 0;
};

using Cell = std::vector<Observation>;

struct MaxTest {
  std::vector<double> p;   ///< of each cell, corrected for all
  double least = 1;        ///< the smallest p that these runs could give at all
  std::size_t rounds = 1;  ///< tests that were corrected for among each other; 1 where no run lacks a cell
};

/// Two-sided p-value of each cell that its fresh runs differ from its base runs, corrected for all cells
/// together: calling different what lies at or below alpha errs anywhere in the comparison with probability
/// alpha at most, however the values are distributed and however the cells of one run depend on each other,
/// as long as base and fresh runs are exchangeable when nothing changed. Each direction gets half of alpha.
///
/// The step-down procedure of Westfall and Young (1993) with the largest statistic over cells. The sides of
/// runs are exchanged in all ways when there are at most 20000 of them, else in 9999 drawn ones with a fixed
/// seed. A run that lacks a cell takes no part in the exchanges of that cell: cells that the same runs have
/// are tested together, with them cells of other runs altogether (another program), and cells that share only
/// some of their runs in a further round. Rounds are corrected for by Bonferroni, those that could not reach
/// `alpha` left out (Tarone, 1990). The statistic of a cell is the difference of means over its standard
/// error, where the typical spread over all cells (the median of their standard deviations over all runs, the
/// same in every permutation) is added to the cell's own: a few runs say little about the spread of one cell,
/// all cells together say more (as in Tusher, Tibshirani and Chu, 2001). A cell without values on both sides
/// has p = 1.
[[nodiscard]] MaxTest max_test(std::span<const Side> sides, std::span<const Cell> cells, double alpha = 0.05);

/// The smallest p-value that so many runs could give at all: 2 over the number of ways to choose the sides,
/// at most 1.
[[nodiscard]] double least_p(std::size_t base_runs, std::size_t fresh_runs);

}  // namespace sonde::stats
