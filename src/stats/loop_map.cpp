#include "stats/loop_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/contract.hpp"

namespace sonde::stats {

namespace {

constexpr double finest_row = 1.01;
constexpr double no_time = 1e-9;  ///< seconds, where all batches took none

/// Columns, and rows from the least to the greatest time.
LoopMap empty_map(std::span<const LoopSamples> loops) {
  LoopMap map{.columns = most_columns};
  double low = std::numeric_limits<double>::infinity(), high = 0;
  for (const LoopSamples& loop : loops) {
    EXPECTS(!loop.batch_seconds.empty());
    map.columns = static_cast<int>(
        std::min<std::size_t>(static_cast<std::size_t>(map.columns), loop.batch_seconds.size()));
    map.repetitions = std::max(map.repetitions, loop.repetitions);
    for (const double seconds : loop.batch_seconds)
      if (seconds > 0) low = std::min(low, seconds), high = std::max(high, seconds);
  }
  if (high == 0) low = high = no_time;
  const double span = std::log(high / low);
  map.rows = std::clamp(static_cast<int>(span / std::log(finest_row)) + 1, 1, most_rows);
  map.ratio = std::max(finest_row, std::exp(span / map.rows));
  map.low = map.rows == 1 ? std::sqrt(low * high / map.ratio) : low;
  map.counts.assign(static_cast<std::size_t>(map.columns) * static_cast<std::size_t>(map.rows), 0);
  return map;
}

}  // namespace

double LoopMap::edge(int row) const {
  return low * std::pow(ratio, row);
}

LoopMap loop_map(std::span<const LoopSamples> loops) {
  LoopMap map = empty_map(loops);
  for (const LoopSamples& loop : loops) {
    const auto all = static_cast<double>(loop.batch_seconds.size());
    const double length = map.repetitions > 0
                              ? static_cast<double>(loop.repetitions) / static_cast<double>(map.repetitions)
                              : 1;
    for (std::size_t i = 0; i < loop.batch_seconds.size(); ++i) {
      const double place = (static_cast<double>(i) + 0.5) / all * length * map.columns;
      const double seconds = loop.batch_seconds[i];
      const double row =
          seconds > 0 ? std::floor(std::log(seconds / map.low) / std::log(map.ratio) + 1e-9) : 0;
      const auto column_at =
          static_cast<std::size_t>(std::clamp(static_cast<int>(place), 0, map.columns - 1));
      const auto row_at = static_cast<std::size_t>(std::clamp(static_cast<int>(row), 0, map.rows - 1));
      ++map.counts[row_at * static_cast<std::size_t>(map.columns) + column_at];
    }
  }
  return map;
}

}  // namespace sonde::stats
