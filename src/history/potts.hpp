// A series as levels that each last for a while, for pictures: no verdict comes from them.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "history/table.hpp"

namespace sonde::history {

struct LevelSegment {
  std::size_t begin = 0, end = 0;  ///< nights [begin, end)
  double level = 0;                ///< log(slowness)
};

/// How far one night of an otherwise quiet series is from its level: from the differences of successive
/// values, so that levels do not count; at least 0.2 %.
[[nodiscard]] double noise_of(std::span<const double> values);

/// The step function that minimises the sum of weight * min(|value - level|, 8 noise) plus 3 noise *
/// (log(nights) + 10 / nights) for each step (an L1 Potts functional): however far off a level is, it must
/// last two or three nights at the end of the series, four or five elsewhere. Of more than 400 different
/// values, those nearer to each other than 1/32 of the noise stand for one level (farther apart where these
/// still are too many), so that the time grows with the number of nights.
/// NaN: a night that counts for nothing, and begins no level. The segments are in order and cover all nights;
/// none where no night has a value.
[[nodiscard]] std::vector<LevelSegment> segments(std::span<const double> values,
                                                 std::span<const double> weights);

/// Of a row: a night counts less the fewer launches it has, and the farther these are apart compared with
/// what is usual there.
[[nodiscard]] std::vector<LevelSegment> segments_of(const HistoryRow& row);

}  // namespace sonde::history
