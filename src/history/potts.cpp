#include "history/potts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/contract.hpp"
#include "stats/order.hpp"

namespace sonde::history {
namespace {

constexpr double least_noise = 0.002;
constexpr double farthest = 8;            // noises: what is farther off counts as much
constexpr double of_a_step = 3;           // noises, times the logarithm of the number of nights and
constexpr double few = 10;                // of few nights some more, of which the noise is not well known
constexpr std::size_t most_levels = 400;  // of more nights than these some have one level:
constexpr double as_one = 1.0 / 32;       // noises; as far apart, or twice as far until they are few enough

/// The different values, ascending: the levels among which the best ones are looked for. Each night is held
/// against each of them, so a bound on their number is what makes the time grow with the nights and not with
/// their square.
std::vector<double> levels_among(std::vector<double> values, double noise) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  double apart = as_one * noise;
  while (values.size() > most_levels) {
    std::vector<double> fewer;
    for (const double value : values)
      if (fewer.empty() || value - fewer.back() >= apart) fewer.push_back(value);
    values = std::move(fewer);
    apart *= 2;
  }
  return values;
}

/// Of the step functions up to a night that end at the level of this number, the cheapest one.
struct Best {
  std::size_t level = 0;
  double cost = 0;
};

Best cheapest(const std::vector<double>& costs) {
  const auto least = std::ranges::min_element(costs);
  return {static_cast<std::size_t>(least - costs.begin()), *least};
}

}  // namespace

double noise_of(std::span<const double> values) {
  const auto there = stats::present(values);
  if (there.size() < 2) return least_noise;
  std::vector<double> steps;
  for (std::size_t i = 1; i < there.size(); ++i) steps.push_back(std::abs(there[i] - there[i - 1]));
  constexpr double normal = 0.9539;  // the median of |difference| of two normal values with a deviation of 1
  return std::max(least_noise, stats::median(steps) / normal);
}

// Some best levels are among the values, so it is enough to follow the cheapest step function that ends at
// each of them.
std::vector<LevelSegment> segments(std::span<const double> values, std::span<const double> weights) {
  EXPECTS(values.size() == weights.size());
  auto there = stats::present(values);
  if (there.empty()) return {};
  const double noise = noise_of(values), count = static_cast<double>(there.size());
  const double step = of_a_step * noise * (std::log(count) + few / count);
  const auto levels = levels_among(std::move(there), noise);
  std::vector<double> costs(levels.size(), 0.0);
  std::vector<std::size_t> from(values.size(),
                                0);  // the level left at a night by those that step to theirs there
  std::vector<std::vector<bool>> steps(values.size(), std::vector<bool>(levels.size(), false));
  for (std::size_t night = 0; night < values.size(); ++night) {
    if (std::isnan(values[night])) continue;
    const Best best = cheapest(costs);
    from[night] = best.level;
    for (std::size_t v = 0; v < levels.size(); ++v) {
      if (night > 0 && best.cost + step < costs[v]) costs[v] = best.cost + step, steps[night][v] = true;
      costs[v] += weights[night] * std::min(std::abs(values[night] - levels[v]), farthest * noise);
    }
  }
  std::vector<LevelSegment> out;
  std::size_t level = cheapest(costs).level, end = values.size();
  for (std::size_t night = values.size(); night-- > 0;) {
    if (night > 0 && !steps[night][level]) continue;
    out.push_back({night, end, levels[level]});
    end = night;
    level = from[night];
  }
  std::ranges::reverse(out);
  return out;
}

std::vector<LevelSegment> segments_of(const HistoryRow& row) {
  std::vector<double> values, spreads, weights;
  for (const Cell& cell : row.nights) {
    values.push_back(cell.value);
    if (cell.launches > 1) spreads.push_back(cell.high - cell.low);
  }
  const double usual = spreads.empty() ? 0 : stats::median(spreads);
  for (const Cell& cell : row.nights) {
    const double spread = cell.high - cell.low;
    const double launches = std::min(1.0, static_cast<double>(cell.launches) / enough_launches);
    weights.push_back(usual > 0 && spread > usual ? launches * usual / spread : launches);
  }
  return segments(values, weights);
}

}  // namespace sonde::history
