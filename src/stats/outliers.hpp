// Few batches that last far longer than the others.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

namespace sonde::stats {

struct Outliers {
  double share = 0;  ///< of the batches
  double time = 0;   ///< share of the time that they took
};

/// Batches that lie above the median by more than 8 times the spread of the others (1.4826 times the median
/// absolute deviation, which is the standard deviation of a normal distribution). `repetitions`: of each
/// batch; empty: all equal. Absent with fewer than 8 batches, whose spread is not known well enough.
[[nodiscard]] std::optional<Outliers> outliers(std::span<const double> batch_means,
                                               std::span<const std::int64_t> repetitions);

/// The share of the time that outliers took beyond what as many of the other batches take.
[[nodiscard]] double cost(const Outliers& outliers);

}  // namespace sonde::stats
