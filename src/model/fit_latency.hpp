// Time against message length, T = alpha + x / B in pieces: Hockney's model with break points where the
// library changes its protocol.
#pragma once
#include <span>
#include <vector>

#include "base/result.hpp"
#include "model/fitted.hpp"
#include "model/least_squares.hpp"
#include "model/samples.hpp"

namespace sonde::model {

/// T = latency + x seconds_per_byte for lengths from `from` to `to`, both measured.
struct Segment {
  double from = 0, to = 0;      ///< first and last length of the segment, bytes
  double latency = 0;           ///< alpha, seconds
  double seconds_per_byte = 0;  ///< 1 / B
  /// Half of the 95 % intervals of the two (model/groups.hpp).
  double latency_width = infinite, slope_width = infinite;
  int points = 0;
};

/// Segmented weighted least squares over `samples` in ascending length (sigma set): dynamic programming
/// over break points, 1 to 6 segments of at least 4 different lengths, number by AICc (3 S - 1 parameters),
/// and a further segment must gain 6. Weights are those of
/// weighted_by_fit(). Residuals below a millionth of the time count as rounding and never pay
/// for a segment. Empty where there are fewer than 4 lengths.
[[nodiscard]] std::vector<Segment> segment_lines(std::span<const Sample> samples);

/// The length at which x / T reaches half of the rate `full`, bytes; infinite where it never does.
[[nodiscard]] double half_performance_length(std::span<const Segment> segments, double full);

/// Latency and bandwidth of every segment with 95 % intervals, break points, asymptotic bandwidth (of the
/// last segment) and half-performance length. The error says why nothing can be said.
[[nodiscard]] Result<FittedCurve> fit_latency(std::span<const Sample> unsorted);

}  // namespace sonde::model
