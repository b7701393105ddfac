#include "links/effects.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "stats/robust.hpp"

namespace sonde::links {

namespace {

constexpr int polishes = 5;
constexpr double least_pairs_of_group = 6;  ///< with itself
constexpr int least_blocks = 4;             ///< that are compared with each other

/// The median, of an even number the lower one of the two in the middle: where half of the pairs is slow, the
/// others tell what is usual. 0 of nothing. Reorders.
template <class Number>
double middle(std::vector<Number>& values) {
  if (values.empty()) return 0;
  const auto half = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::ranges::nth_element(values, half);
  return *half;
}

/// Logarithms of seconds, row by row, less what has been found that they have in common.
struct Cells {
  int players = 0;
  std::vector<float> values;

  /// Of pairs that have met.
  template <class Visit>
  void each(Visit visit) {
    std::size_t at = 0;
    for (int from = 0; from < players; ++from)
      for (int to = 0; to < players; ++to, ++at)
        if (!std::isnan(values[at])) visit(from, to, values[at]);
  }
};

/// Moves the median of the cells that have a key in common to its effect.
template <class Key>
void sweep(Cells& cells, std::vector<double>& effects, Key key) {
  std::vector<std::vector<float>> together(effects.size());
  cells.each([&](int from, int to, float value) { together[key(from, to)].push_back(value); });
  std::vector<double> shifts;
  for (std::size_t i = 0; i < effects.size(); ++i) effects[i] += shifts.emplace_back(middle(together[i]));
  cells.each([&](int from, int to, float& value) { value -= static_cast<float>(shifts[key(from, to)]); });
}

void polish(Cells& cells, Effects& effects) {
  for (int i = 0; i < polishes; ++i) {
    sweep(cells, effects.levels, [&](int from, int to) { return effects.groups.level_of_pair(from, to); });
    sweep(cells, effects.sends, [](int from, int) { return static_cast<std::size_t>(from); });
    sweep(cells, effects.receives, [](int, int to) { return static_cast<std::size_t>(to); });
  }
}

/// The effects of the players of each group, in ascending order.
std::vector<std::vector<double>> by_group(const Groups& groups, const std::vector<double>& effects) {
  std::vector<std::vector<double>> out(static_cast<std::size_t>(groups.size()));
  for (std::size_t player = 0; player < effects.size(); ++player)
    out[static_cast<std::size_t>(groups.of(static_cast<int>(player)))].push_back(effects[player]);
  for (auto& group : out) std::ranges::sort(group);
  return out;
}

/// Takes something out of the effects of the players of each group and hands it to the levels of their pairs.
void hand_over(Effects& effects, bool sends, const std::vector<double>& shifts) {
  auto& of_players = sends ? effects.sends : effects.receives;
  const Groups& groups = effects.groups;
  for (std::size_t player = 0; player < of_players.size(); ++player)
    of_players[player] -= shifts[static_cast<std::size_t>(groups.of(static_cast<int>(player)))];
  for (int from = 0; from < groups.size(); ++from)
    for (int to = 0; to < groups.size(); ++to)
      effects.levels[groups.level(from, to)] += shifts[static_cast<std::size_t>(sends ? from : to)];
  effects.levels.back() += shifts.back();
}

/// Most players of a group are healthy: the middle one has no effect, of two the quicker.
void centre(Effects& effects, bool sends) {
  std::vector<double> shifts;
  for (const auto& group : by_group(effects.groups, sends ? effects.sends : effects.receives))
    shifts.push_back(group[(group.size() - 1) / 2]);
  hand_over(effects, sends, shifts);
}

/// By how much the group is slower towards every other block than blocks are towards each other; 0 for one
/// that is no block.
double effect_of_group(const Effects& effects, int group, bool sends) {
  const Groups& groups = effects.groups;
  const int blocks = groups.blocks();
  if (group >= blocks || blocks < least_blocks) return 0;
  const auto level = [&](int own, int other) {
    return effects.levels[sends ? groups.level(own, other) : groups.level(other, own)];
  };
  std::vector<double> others;
  double nearest = std::numeric_limits<double>::infinity();
  for (int a = 0; a < blocks; ++a) {
    if (a == group) continue;
    nearest = std::fmin(nearest, level(group, a));
    for (int b = 0; b < blocks; ++b)
      if (b != a && b != group && !std::isnan(level(a, b))) others.push_back(level(a, b));
  }
  return std::isfinite(nearest) && !others.empty() ? nearest - middle(others) : 0;
}

std::vector<double> effects_of_groups(const Effects& effects, bool sends) {
  std::vector<double> out;
  out.reserve(static_cast<std::size_t>(effects.groups.size()));
  for (int group = 0; group < effects.groups.size(); ++group)
    out.push_back(effect_of_group(effects, group, sends));
  return out;
}

/// A block of which one player is as quick as those of other blocks is not slow: its other players are.
void blame_players_before_blocks(Effects& effects, bool sends) {
  const auto groups = by_group(effects.groups, sends ? effects.sends : effects.receives);
  std::vector<double> shifts = effects_of_groups(effects, sends);
  for (std::size_t i = 0; i < shifts.size(); ++i)
    shifts[i] = std::max(groups[i].front(), -std::max(shifts[i], 0.0));
  hand_over(effects, sends, shifts);
}

double spread_of(const std::vector<float>& rest) {
  std::vector<double> known;
  for (const float value : rest)
    if (!std::isnan(value)) known.push_back(value);
  return stats::robust_spread(std::move(known));
}

Cells logarithms_of(const Matrix& matrix) {
  Cells cells{matrix.players, matrix.seconds};
  for (int i = 0; i < matrix.players; ++i)
    for (int j = 0; j < matrix.players; ++j) {
      float& value = cells.values[static_cast<std::size_t>(i) * static_cast<std::size_t>(matrix.players) +
                                  static_cast<std::size_t>(j)];
      value = i != j && value > 0 ? std::log(value) : std::numeric_limits<float>::quiet_NaN();
    }
  return cells;
}

}  // namespace

Groups::Groups(const Blocks& blocks, double met) : block_of_player_(blocks.of) {
  std::vector<double> players(static_cast<std::size_t>(blocks.count()));
  for (const int block : blocks.of) ++players[static_cast<std::size_t>(block)];
  std::vector<int> group(players.size(), -1);
  for (std::size_t block = 0; block < players.size(); ++block)
    if (players[block] * players[block] * met >= least_pairs_of_group) {
      group[block] = size();
      blocks_.push_back(static_cast<int>(block));
    }
  for (const int block : blocks.of) {
    const int own = group[static_cast<std::size_t>(block)];
    of_.push_back(own < 0 ? size() : own);
  }
  if (std::ranges::count(of_, size()) > 0) blocks_.push_back(-1);
}

std::size_t Groups::level_of_pair(int from, int to) const {
  const bool together =
      block_of_player_[static_cast<std::size_t>(from)] == block_of_player_[static_cast<std::size_t>(to)];
  return together && block(of(from)) < 0 ? levels() - 1 : level(of(from), of(to));
}

Effects effects_of(const Matrix& matrix, const Blocks& blocks) {
  const auto players = static_cast<std::size_t>(matrix.players);
  Cells cells = logarithms_of(matrix);
  double met = 0;
  cells.each([&](int, int, float) { ++met; });
  Effects effects{.groups =
                      Groups(blocks, met / std::max(1.0, static_cast<double>(players * (players - 1))))};
  effects.levels.assign(effects.groups.levels(), std::numeric_limits<double>::quiet_NaN());
  cells.each([&](int from, int to, float) { effects.levels[effects.groups.level_of_pair(from, to)] = 0; });
  effects.sends.assign(players, 0);
  effects.receives.assign(players, 0);
  polish(cells, effects);
  for (const bool sends : {true, false}) centre(effects, sends);
  for (const bool sends : {true, false}) blame_players_before_blocks(effects, sends);
  effects.group_sends = effects_of_groups(effects, true);
  effects.group_receives = effects_of_groups(effects, false);
  effects.rest = std::move(cells.values);
  effects.spread = spread_of(effects.rest);
  effects.pairs_of_player = met / std::max(1, matrix.players);
  return effects;
}

}  // namespace sonde::links
