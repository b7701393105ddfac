// What of a pair's time belongs to its sender, to its receiver, to where both stand, and to the pair alone.
#pragma once
#include <cstddef>
#include <vector>

#include "links/map.hpp"

namespace sonde::links {

/// Players whose pairs are equally far apart. A block with enough players is a group, all smaller ones
/// together are the last group: there only pairs within a block and pairs between blocks differ.
class Groups {
 public:
  /// `met`: the share of all pairs that has met. Two players are too few for a group of their own, three are
  /// enough where all pairs have met.
  explicit Groups(const Blocks& blocks, double met = 1);

  [[nodiscard]] int size() const { return static_cast<int>(blocks_.size()); }
  [[nodiscard]] int of(int player) const { return of_[static_cast<std::size_t>(player)]; }
  /// The block that a group is; -1: smaller ones together.
  [[nodiscard]] int block(int group) const { return blocks_[static_cast<std::size_t>(group)]; }
  /// How many groups are blocks: these come first.
  [[nodiscard]] int blocks() const { return size() - (!blocks_.empty() && blocks_.back() < 0 ? 1 : 0); }

  [[nodiscard]] std::size_t levels() const { return blocks_.size() * blocks_.size() + 1; }
  /// From one group to another; the last one is that within small blocks.
  [[nodiscard]] std::size_t level(int from_group, int to_group) const {
    return static_cast<std::size_t>(from_group) * blocks_.size() + static_cast<std::size_t>(to_group);
  }
  [[nodiscard]] std::size_t level_of_pair(int from, int to) const;

 private:
  std::vector<int> of_, blocks_, block_of_player_;
};

/// log t_ij = level of the groups of i and j + sender effect of i + receiver effect of j + rest of the pair.
struct Effects {
  Groups groups;
  std::vector<double> levels{};  ///< natural logarithm of seconds; not a number where no pair has met
  std::vector<double> sends{}, receives{};  ///< of each player, over those of the middle player of its group
  /// Of each group that is a block, over pairs of other blocks: by how much the nearest other block is
  /// farther than blocks usually are from each other. 0 for fewer than four blocks, which cannot be told
  /// slow.
  std::vector<double> group_sends{}, group_receives{};
  std::vector<float> rest{};   ///< of each pair, row by row; not a number where it has not met
  double spread = 0;           ///< of the rest: 1.4826 times its median absolute deviation
  double pairs_of_player = 0;  ///< that have met, on average
};

/// By median polish (Tukey, 1977) of levels, senders and receivers in turn, which holds while less than a
/// quarter of all pairs is bad. Fewer than half of the players of a group may be slow; more where its block
/// would seem slow although one of them is not.
[[nodiscard]] Effects effects_of(const Matrix& matrix, const Blocks& blocks);

}  // namespace sonde::links
