// What of a pair's time belongs to its sender, to its receiver, to where both stand, and to the pair alone.
#pragma once
#include <vector>

#include "links/map.hpp"

namespace sonde::links {

/// log t_ij = level of the blocks of i and j + sender effect of i + receiver effect of j + rest of the pair.
struct Effects {
  std::vector<double> levels;           ///< natural logarithm of seconds, from each block (row) to each other
  bool level_of_each_pair = false;      ///< of blocks; else one level within blocks and one between them
  std::vector<double> sends, receives;  ///< of each player
  std::vector<float> rest;              ///< of each pair, row by row; not a number where it has not met
  double spread = 0;                    ///< of the rest: 1.4826 times its median absolute deviation
  double pairs_of_player = 0;           ///< that have met, on average
};

/// Whether each pair of blocks has a level of its own: every block has three players or more.
[[nodiscard]] bool has_level_of_each_pair(const Blocks& blocks);

/// By median polish (Tukey, 1977), which holds while less than a quarter of all pairs is bad. Levels come first: the median of
/// the pairs from one block to another where every block has three players or more, else of all pairs within blocks and of all
/// between them.
[[nodiscard]] Effects effects_of(const Matrix& matrix, const Blocks& blocks);

/// What a level has beyond those of other blocks: the effects of blocks as senders and receivers, from the levels between
/// different blocks. Empty for fewer than four blocks, or where not each pair of blocks has a level.
struct BlockEffects {
  std::vector<double> sends, receives;
};
[[nodiscard]] BlockEffects block_effects(const Effects& effects, const Blocks& blocks);

}  // namespace sonde::links
