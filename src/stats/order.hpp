// Order statistics: quantiles, ranks and what follows from ranks alone.
#pragma once
#include <span>
#include <vector>

namespace sonde::stats {

/// The values in ascending order.
[[nodiscard]] std::vector<double> sorted(std::span<const double> values);

/// Quantile of ascending values, linear between order statistics (type 7 of Hyndman and Fan, 1996): `level` 0
/// is the minimum, 1 the maximum. `ascending` must not be empty.
[[nodiscard]] double quantile(std::span<const double> ascending, double level);

/// Median of values in any order; at least one.
[[nodiscard]] double median(std::span<const double> values);

/// The values that are there, in their order: those that are no NaN.
[[nodiscard]] std::vector<double> present(std::span<const double> values);

/// Rank of each value, 1 to n; equal values share the mean of their ranks.
[[nodiscard]] std::vector<double> ranks(std::span<const double> values);

/// Lag-1 autocorrelation of the ranks of a series, -1 to 0.99. The plain estimate r is too small by about
/// (1 + 4 rho) / n in a short series (Marriott and Pope, 1954), so (n r + 1) / (n - 4) is returned. 0 where
/// nothing can be said: fewer than 8 values, or all equal.
[[nodiscard]] double rank_autocorrelation(std::span<const double> series);

/// n (1 - rho) / (1 + rho): how many independent values tell as much about the middle as n values with lag-1
/// autocorrelation rho. A negative rho counts as 0, so the result is never above n; it is never below 1.
[[nodiscard]] double effective_number(double n, double rho);

/// The effective number of a series: with its rank autocorrelation plus `caution` standard errors,
/// sqrt((1 - rho^2) / n), of that estimate. A short series often looks less dependent than it is, and the
/// plain estimate would then promise too much; in a long series the addition vanishes.
[[nodiscard]] double effective_number(std::span<const double> series, double caution);

/// The same for the interval of a series' median: with 0.4 standard errors.
[[nodiscard]] double effective_number(std::span<const double> series);

/// Kendall's tau-a between position and value, -1 to 1: how steadily a series rises or falls. 0 for fewer
/// than 2 values.
[[nodiscard]] double trend(std::span<const double> series);

/// What |trend| of n values must exceed to count as a drift: four standard deviations of tau for independent
/// values, sqrt(2 (2n + 5) / (9n (n - 1))), because dependent values wander; never less than 0.5. Above 1,
/// which no series reaches, for fewer than 10 values.
[[nodiscard]] double trend_limit(double n);

}  // namespace sonde::stats
