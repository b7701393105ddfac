#include "stats/modes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stats/order.hpp"

namespace sonde::stats {

namespace {

constexpr std::size_t smallest_sample = 8;
constexpr std::size_t smallest_mode = 3;
constexpr double smallest_weight = 0.1;
constexpr double smallest_ratio = 1.05;
constexpr double golden_ratio = 0.6180339887498949;
constexpr double same = 1e-9;        // relative: equal but for rounding
constexpr double coarse = 0.01;      // relative: of a timer
constexpr double resolution = 1e-3;  // on the log scale: closer values count as this far apart

/// The best interval of mass minus lambda times length that ends at or before each point, and where it ends.
struct Prefix {
  double mass = 0;
  std::size_t end = 0;
};

std::vector<Prefix> best_prefixes(std::span<const double> gaps, double lambda) {
  const std::size_t n = gaps.size() + 1;
  const double one = 1.0 / static_cast<double>(n);
  std::vector<Prefix> best(n, {one, 0});
  double current = one;
  for (std::size_t i = 1; i < n; ++i) {
    current = std::max(current - lambda * gaps[i - 1], 0.0) + one;
    best[i] = current > best[i - 1].mass ? Prefix{current, i} : best[i - 1];
  }
  return best;
}

std::size_t widest_gap(std::span<const double> gaps, std::size_t first, std::size_t last) {
  const auto from = gaps.begin() + static_cast<std::ptrdiff_t>(first);
  const auto to = gaps.begin() + static_cast<std::ptrdiff_t>(last);
  return static_cast<std::size_t>(std::max_element(from, to) - gaps.begin()) + 1;
}

ExcessMass excess_mass_at(std::span<const double> gaps, const std::vector<double>& mirrored, double lambda) {
  const auto left = best_prefixes(gaps, lambda);
  const auto right = best_prefixes(mirrored, lambda);
  const std::size_t n = left.size();
  double two = 0;
  std::size_t split = 0;
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const double both = left[i].mass + right[n - 2 - i].mass;
    if (both > two) two = both, split = i;
  }
  const std::size_t left_end = left[split].end;
  const std::size_t right_start = n - 1 - right[n - 2 - split].end;
  return {two - left[n - 1].mass, widest_gap(gaps, left_end, right_start)};
}

/// The density of the closest tenth of the values: no mode that counts is denser.
double greatest_density(std::span<const double> ascending) {
  const std::size_t n = ascending.size();
  const auto span = std::max<std::size_t>(smallest_mode - 1, n / 10);
  double least = ascending[n - 1] - ascending[0];
  for (std::size_t i = 0; i + span < n; ++i) least = std::min(least, ascending[i + span] - ascending[i]);
  return static_cast<double>(span + 1) / static_cast<double>(n) / std::max(least, resolution);
}

/// What is left of each value (in the order of time) when its mode's median is taken away.
double autocorrelation_within(std::span<const double> series, double boundary) {
  std::vector<double> low;
  std::vector<double> high;
  for (const double x : series) (x < boundary ? low : high).push_back(x);
  const double low_centre = median(low);
  const double high_centre = median(high);
  std::vector<double> rest;
  for (const double x : series) rest.push_back(x - (x < boundary ? low_centre : high_centre));
  return rank_autocorrelation(rest);
}

/// Of part of `total` values.
bool large_enough(std::span<const double> ascending, std::size_t cut, double total) {
  const std::size_t smaller = std::min(cut, ascending.size() - cut);
  if (smaller < smallest_mode || static_cast<double>(smaller) < smallest_weight * total) return false;
  const double step = quantile(ascending.subspan(cut), 0.5) - quantile(ascending.first(cut), 0.5);
  return step >= std::log(smallest_ratio);
}

bool valley(std::span<const double> series, std::span<const double> ascending, double total,
            ExcessMass found) {
  if (!large_enough(ascending, found.cut, total)) return false;
  const double rho = autocorrelation_within(series, ascending[found.cut]);
  return found.statistic > excess_mass_limit(effective_number(static_cast<double>(ascending.size()), rho));
}

double middle_spread(std::span<const double> ascending) {
  return quantile(ascending, 0.9) - quantile(ascending, 0.1);
}

/// The cut in the widest gap that leaves two large enough parts and is wider than both by the factor
/// clear_gap; 0: none.
std::size_t clear_cut(std::span<const double> ascending, double total) {
  std::size_t best = 0;
  double widest = 0;
  for (std::size_t cut = smallest_mode; cut + smallest_mode <= ascending.size(); ++cut) {
    const double gap = ascending[cut] - ascending[cut - 1];
    if (gap > widest && large_enough(ascending, cut, total)) best = cut, widest = gap;
  }
  if (best == 0) return 0;
  const double spread =
      std::max(middle_spread(ascending.first(best)), middle_spread(ascending.subspan(best)));
  const double factor = 1.5 + 16 / static_cast<double>(ascending.size());
  return widest > factor * spread ? best : 0;
}

/// The index of the first of the `ascending` values that belongs to the upper part; 0: the sample has one
/// mode.
std::size_t cut_between_modes(std::span<const double> series, std::span<const double> ascending,
                              double total) {
  if (ascending.size() < smallest_sample) return 0;
  const ExcessMass found = excess_mass(ascending);
  return valley(series, ascending, total, found) ? found.cut : clear_cut(ascending, total);
}

/// What may be the tick of the timer: the smallest step between two different values; 0 where all are equal.
/// One step alone may as well lie between two levels: it is no tick where it exceeds a hundredth of the
/// values, above which a timer is coarse and said to be.
double tick_of(std::span<const double> ascending) {
  double smallest = 0;
  int steps = 0;
  for (std::size_t i = 1; i < ascending.size(); ++i) {
    const double step = ascending[i] - ascending[i - 1];
    if (step <= same * ascending[i]) continue;
    ++steps;
    if (smallest <= 0 || step < smallest) smallest = step;
  }
  return steps == 1 ? std::min(smallest, coarse * ascending.front()) : smallest;
}

/// Equal readings of a coarse timer would look like many modes: they are spread evenly over one tick, the
/// smallest step between two values. By the golden ratio, not in the order of time, which would look like a
/// drift within the tick.
std::vector<double> spread_ties(std::span<const double> series) {
  const double tick = tick_of(sorted(series));
  std::vector<std::size_t> order(series.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return series[i]; });
  std::vector<double> out(series.begin(), series.end());
  for (std::size_t first = 0; first < order.size();) {
    const double value = series[order[first]];
    std::size_t end = first + 1;
    while (end < order.size() && series[order[end]] - value <= same * value) ++end;
    for (std::size_t k = first; k < end; ++k) {
      const double turns = golden_ratio * (static_cast<double>(k - first) + 0.5);
      out[order[k]] += tick * (turns - std::floor(turns) - 0.5);
    }
    first = end;
  }
  return out;
}

/// Appends the modes of part of a log series of `total` values.
void split_modes(const std::vector<double>& series, double total, std::vector<DensityMode>& out) {
  const auto ascending = sorted(series);
  if (const std::size_t cut = cut_between_modes(series, ascending, total); cut > 0) {
    std::vector<double> low;
    std::vector<double> high;
    for (const double x : series) (x < ascending[cut] ? low : high).push_back(x);
    split_modes(low, total, out);
    split_modes(high, total, out);
    return;
  }
  out.push_back({std::exp(quantile(ascending, 0.5)), static_cast<double>(series.size()) / total});
}

}  // namespace

ExcessMass excess_mass(std::span<const double> ascending) {
  constexpr double step = 1.2;  // of the densities tried
  std::vector<double> gaps;
  for (std::size_t i = 1; i < ascending.size(); ++i) gaps.push_back(ascending[i] - ascending[i - 1]);
  const double range = ascending.empty() ? 0 : ascending.back() - ascending.front();
  ExcessMass best;
  if (ascending.size() < smallest_sample || range <= 0) return best;
  const std::vector<double> mirrored(gaps.rbegin(), gaps.rend());
  const double greatest = greatest_density(ascending);
  double lambda = 0.5 / range;
  while (lambda <= greatest) {
    const ExcessMass here = excess_mass_at(gaps, mirrored, lambda);
    if (here.statistic > best.statistic) best = here;
    lambda *= step;
  }
  return best;
}

double excess_mass_limit(double n) {
  return 1.0 / std::sqrt(n);
}

std::vector<DensityMode> find_modes(std::span<const double> series) {
  std::vector<DensityMode> out;
  if (series.empty()) return out;
  std::vector<double> logs;
  for (const double x : spread_ties(series)) logs.push_back(std::log(std::max(x, 1e-12)));
  split_modes(logs, static_cast<double>(logs.size()), out);
  return out;
}

}  // namespace sonde::stats
