#include "model/overlap_profile.hpp"

#include <algorithm>
#include <cmath>

#include "model/least_squares.hpp"

namespace sonde::model {

namespace {

// Where the profile crosses `limit` between grid points `inside` (below the limit) and `outside`.
double crossing(const Projection& project, double inside, double outside, double limit) {
  double a = std::log(inside), b = std::log(outside);
  for (int i = 0; i < 24; ++i) {
    const double middle = (a + b) / 2;
    (project(std::exp(middle)).rss <= limit ? a : b) = middle;
  }
  return std::exp((a + b) / 2);
}

// One side of the profile interval: from the outermost grid point within the limit outwards; `none` where
// that is the end of the grid.
double side(const Projection& project, const ParameterScan& grid, double best, double limit, int direction,
            double none) {
  const auto last = static_cast<std::ptrdiff_t>(grid.argument.size()) - 1;
  std::ptrdiff_t i = direction < 0 ? 0 : last;
  const auto at = [&](std::ptrdiff_t index) { return static_cast<std::size_t>(index); };
  const auto beyond = [&](std::ptrdiff_t index) { return (grid.argument[at(index)] - best) * direction > 0; };
  if (!beyond(i) || grid.found[at(i)].rss <= limit) return none;
  while (beyond(i - direction) && grid.found[at(i - direction)].rss > limit) i -= direction;
  const double inside = beyond(i - direction) ? grid.argument[at(i - direction)] : best;
  return crossing(project, inside, grid.argument[at(i)], limit);
}

}  // namespace

ParameterScan scan(const Projection& project, double low, double high, double per_octave) {
  ParameterScan result;
  const int steps = static_cast<int>(std::ceil(std::log2(high / low) * per_octave));
  double least = infinite;
  for (int i = 0; i <= steps; ++i) {
    result.argument.push_back(low * std::exp2(i / per_octave));
    result.found.push_back(project(result.argument.back()));
    if (result.found.back().rss < least) {
      least = result.found.back().rss;
      result.best = result.found.size() - 1;
    }
  }
  return result;
}

double refine(const Projection& project, const ParameterScan& grid) {
  const double low = grid.argument[grid.best > 0 ? grid.best - 1 : 0];
  const double high = grid.argument[std::min(grid.best + 1, grid.argument.size() - 1)];
  const double refined = std::exp(golden_minimum([&](double log) { return project(std::exp(log)).rss; },
                                                 std::log(low), std::log(high), 1e-6));
  return project(refined).rss < grid.found[grid.best].rss ? refined : grid.argument[grid.best];
}

stats::Interval profile_interval(const Projection& project, const ParameterScan& grid, double best,
                                 double limit) {
  return {side(project, grid, best, limit, -1, 0), side(project, grid, best, limit, 1, infinite)};
}

}  // namespace sonde::model
