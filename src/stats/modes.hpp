// Does a sample have more than one mode, and where?
#pragma once
#include <span>
#include <vector>

#include "stats/summary.hpp"

namespace sonde::stats {

/// The modes of a series of positive times, in ascending order, at least one for a series that is not empty;
/// weights add up to 1 and `seconds` is the median of a mode's members.
///
/// Works on logarithms. Two modes are told apart where one of these holds:
///   - the excess mass statistic (Mueller and Sawitzki, JASA 86, 1991; twice Hartigan's dip) exceeds what a
///     uniform sample reaches in 1 % of cases. The limit grows with the autocorrelation that is left within
///     the two parts, so that a slowly wandering series does not count as bimodal but one that jumps between
///     two levels does;
///   - there is a clear gap: 1.5 + 16 / n times as wide as the distance from the 10th to the 90th percentile
///     of either part.
/// Each part must have a tenth of the values and three of them, and the medians must differ by 5 % or more: a
/// smaller step is never worth a warning. The sample is cut in the valley and both sides are looked at again.
/// Fewer than 8 values: one mode. Equal readings of a coarse clock are spread over one tick first. Measured
/// error rates: docs/design/statistics-proof.md.
[[nodiscard]] std::vector<DensityMode> find_modes(std::span<const double> series);

/// The statistic, 0 to 0.5, of ascending values, and the index of the first value right of the valley.
struct ExcessMass {
  double statistic = 0;
  std::size_t cut = 0;
};
[[nodiscard]] ExcessMass excess_mass(std::span<const double> ascending);

/// What the statistic of n uniform values exceeds in 1 % of cases.
[[nodiscard]] double excess_mass_limit(double n);

}  // namespace sonde::stats
