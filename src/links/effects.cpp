#include "links/effects.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "stats/order.hpp"
#include "stats/robust.hpp"

namespace sonde::links {

namespace {

constexpr int polishes = 4;
constexpr int least_players_of_block = 3;

/// The median of what is a number; 0 where nothing is. Reorders.
double middle(std::vector<double>& values) {
  if (values.empty()) return 0;
  const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, half);
  if (values.size() % 2 == 1) return *half;
  return (*half + *std::max_element(values.begin(), half)) / 2;
}

/// A table of numbers, some of them missing, and what its rows and columns have in common.
struct Table {
  std::size_t size = 0;
  std::vector<float> cells;  ///< the rest, while it is polished
  std::vector<double> rows, columns;

  float& cell(std::size_t row, std::size_t column) { return cells[row * size + column]; }
};

/// Moves the median of each line of cells to its effect.
void sweep(Table& table, std::vector<double>& effects,
           const std::function<float&(std::size_t, std::size_t)>& cell) {
  std::vector<double> values;
  for (std::size_t line = 0; line < table.size; ++line) {
    values.clear();
    for (std::size_t at = 0; at < table.size; ++at)
      if (const float value = cell(line, at); !std::isnan(value)) values.push_back(value);
    const double shift = middle(values);
    effects[line] += shift;
    for (std::size_t at = 0; at < table.size; ++at) cell(line, at) -= static_cast<float>(shift);
  }
}

/// Most lines are healthy: the median of their effects is what all have in common, and is taken out of them.
void centre(std::vector<double>& effects) {
  if (effects.empty()) return;
  const double common = stats::median(effects);
  for (double& effect : effects) effect -= common;
}

void polish(Table& table) {
  table.rows.assign(table.size, 0);
  table.columns.assign(table.size, 0);
  for (int i = 0; i < polishes; ++i) {
    sweep(table, table.rows, [&](std::size_t a, std::size_t b) -> float& { return table.cell(a, b); });
    sweep(table, table.columns, [&](std::size_t a, std::size_t b) -> float& { return table.cell(b, a); });
  }
  centre(table.rows);
  centre(table.columns);
}

/// Which level a pair of blocks has: one of its own, or that of all pairs within or between blocks.
std::size_t level_index(const Effects& effects, const Blocks& blocks, int from, int to) {
  const auto count = static_cast<std::size_t>(blocks.count());
  if (effects.level_of_each_pair)
    return static_cast<std::size_t>(from) * count + static_cast<std::size_t>(to);
  return from == to ? 0 : 1;
}

template <class Visit>
void each_pair(const Matrix& matrix, Visit visit) {
  for (int from = 0; from < matrix.players; ++from)
    for (int to = 0; to < matrix.players; ++to)
      if (const float seconds = matrix.at(from, to); from != to && seconds > 0)
        visit(from, to, std::log(seconds));
}

std::vector<double> levels_of(const Matrix& matrix, const Blocks& blocks, const Effects& effects) {
  const auto count = static_cast<std::size_t>(blocks.count());
  std::vector<std::vector<double>> pairs(effects.level_of_each_pair ? count * count : 2);
  each_pair(matrix, [&](int from, int to, double value) {
    const int a = blocks.of[static_cast<std::size_t>(from)], b = blocks.of[static_cast<std::size_t>(to)];
    pairs[level_index(effects, blocks, a, b)].push_back(value);
  });
  std::vector<double> levels;
  levels.reserve(pairs.size());
  for (auto& values : pairs) levels.push_back(middle(values));
  return levels;
}

double spread_of(const std::vector<float>& rest) {
  std::vector<double> known;
  for (const float value : rest)
    if (!std::isnan(value)) known.push_back(value);
  return stats::robust_spread(std::move(known));
}

}  // namespace

bool has_level_of_each_pair(const Blocks& blocks) {
  std::vector<int> players(static_cast<std::size_t>(blocks.count()));
  for (const int block : blocks.of) ++players[static_cast<std::size_t>(block)];
  return blocks.count() > 1 && std::ranges::min(players) >= least_players_of_block;
}

Effects effects_of(const Matrix& matrix, const Blocks& blocks) {
  Effects effects;
  effects.level_of_each_pair = has_level_of_each_pair(blocks);
  effects.levels = levels_of(matrix, blocks, effects);
  Table table{static_cast<std::size_t>(matrix.players), {}, {}, {}};
  table.cells.assign(table.size * table.size, std::numeric_limits<float>::quiet_NaN());
  std::size_t met = 0;
  each_pair(matrix, [&](int from, int to, double value) {
    const auto i = static_cast<std::size_t>(from), j = static_cast<std::size_t>(to);
    table.cell(i, j) =
        static_cast<float>(value - effects.levels[level_index(effects, blocks, blocks.of[i], blocks.of[j])]);
    ++met;
  });
  polish(table);
  effects.sends = std::move(table.rows);
  effects.receives = std::move(table.columns);
  effects.rest = std::move(table.cells);
  effects.spread = spread_of(effects.rest);
  effects.pairs_of_player = static_cast<double>(met) / std::max(1, matrix.players);
  return effects;
}

BlockEffects block_effects(const Effects& effects, const Blocks& blocks) {
  constexpr int least_blocks = 4;
  if (!effects.level_of_each_pair || blocks.count() < least_blocks) return {};
  Table table{static_cast<std::size_t>(blocks.count()), {}, {}, {}};
  table.cells.assign(effects.levels.begin(), effects.levels.end());
  for (std::size_t block = 0; block < table.size; ++block)
    table.cell(block, block) = std::numeric_limits<float>::quiet_NaN();
  polish(table);
  return {std::move(table.rows), std::move(table.columns)};
}

}  // namespace sonde::links
