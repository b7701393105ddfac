// The rank-sum test of Mann and Whitney for two samples, the shift that belongs to it, and Holm's correction.
#pragma once
#include <span>
#include <vector>

namespace sonde::stats {

/// Two-sided p-value that two samples come from one population (Mann and Whitney, 1947). Exact, with ties, up
/// to 40 values together; above that the normal approximation with its correction for ties. 1 when a sample
/// is empty.
[[nodiscard]] double rank_sum_p(std::span<const double> a, std::span<const double> b);

/// How far `b` lies above `a`.
struct Shift {
  double estimate = 0;       ///< Hodges and Lehmann, 1963: the median of all differences b - a
  double low = 0, high = 0;  ///< interval from the rank-sum test
  double level = 0;  ///< its confidence: the least that is 0.95 or more; less where the samples are too small
};

/// Shift between two samples of one value or more each. With one value on both sides the level is 0: nothing
/// is known.
[[nodiscard]] Shift shift_between(std::span<const double> a, std::span<const double> b);

/// Holm's step-down correction (1979): p-values such that rejecting those below alpha errs anywhere with at
/// most alpha.
[[nodiscard]] std::vector<double> holm(std::span<const double> p);

}  // namespace sonde::stats
