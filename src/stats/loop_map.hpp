// When in a loop repetitions took how long: batches counted in cells.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace sonde::stats {

/// One loop: seconds of a repetition, means of batches of the same length, in the order of the loop.
struct LoopSamples {
  std::span<const double> batch_seconds;
  std::int64_t repetitions = 0;
};

/// Column c holds the repetitions from c to c + 1 times `repetitions` / `columns`; row r the times from `low`
/// * `ratio`^r to the next.
struct LoopMap {
  int columns = 0, rows = 0;
  std::int64_t repetitions = 0;        ///< of the longest loop
  double low = 0, ratio = 1;           ///< seconds
  std::vector<std::int64_t> counts{};  ///< of batches, row by row

  [[nodiscard]] std::int64_t at(int column, int row) const {
    return counts[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                  static_cast<std::size_t>(column)];
  }
  [[nodiscard]] double edge(int row) const;  ///< seconds, the lower one
};

inline constexpr int most_columns = 60, most_rows = 40;

/// Of loops that have batches, all of them summed. No more columns than the shortest list has batches, no
/// more than 60; up to 40 rows that are 1 % wide or wider. Times that are none lie in the lowest row.
[[nodiscard]] LoopMap loop_map(std::span<const LoopSamples> loops);

}  // namespace sonde::stats
