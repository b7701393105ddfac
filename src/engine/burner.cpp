#include "engine/burner.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sonde::engine {

namespace {

constexpr std::size_t order = 100;
constexpr int trials = 5;
constexpr double trial_seconds = 0.01;
constexpr std::int64_t most_units = std::int64_t{1} << 30;

using Vector = std::array<double, order>;

struct Product {
  std::array<Vector, order> columns{};
  Vector factors{};
  Vector result{};

  Product() {
    for (std::size_t j = 0; j < order; ++j) {
      factors[j] = 1.0 / static_cast<double>(j + 1);
      for (std::size_t i = 0; i < order; ++i) columns[j][i] = 1.0 / static_cast<double>(i + j + 1);
    }
  }

  /// result += column j times factor j: independent elements, which every compiler vectorises.
  void add_column(std::size_t j) {
    for (std::size_t i = 0; i < order; ++i) result[i] += columns[j][i] * factors[j];
  }
};

double seconds_for(Burn burn, Clock clock, std::int64_t units) {
  const double start = clock();
  static_cast<void>(burn(units));
  return clock() - start;
}

/// Doubles the number of units until they take a tenth of a trial, from which the trial follows.
std::int64_t units_of_a_trial(Burn burn, Clock clock) {
  std::int64_t units = 1000;
  double seconds = seconds_for(burn, clock, units);
  while (units < most_units && seconds < trial_seconds / 10) {
    units *= 2;
    seconds = seconds_for(burn, clock, units);
  }
  const double wanted = static_cast<double>(units) * trial_seconds / seconds;
  return std::clamp<std::int64_t>(std::llround(wanted), 1, most_units);
}

bool advances(Burn burn, Clock clock) {
  constexpr std::int64_t some_milliseconds = 100'000;
  return seconds_for(burn, clock, some_milliseconds) > 0;
}

}  // namespace

double burn(std::int64_t units) {
  static Product product;
  std::size_t column = 0;
  for (; units > 0; --units) {
    if (column == 0) product.result.fill(0.0);
    product.add_column(column);
    column = column + 1 == order ? 0 : column + 1;
  }
  return product.result[0];
}

std::int64_t BurnRate::units_for(double seconds) const {
  if (unit_seconds <= 0) return 1;
  return std::max<std::int64_t>(1, std::llround(seconds / unit_seconds));
}

BurnRate calibrate(Burn burn, Clock clock) {
  if (!advances(burn, clock)) return {};
  const std::int64_t units = units_of_a_trial(burn, clock);
  std::array<double, trials> seconds{};
  for (double& s : seconds) s = seconds_for(burn, clock, units);
  std::ranges::sort(seconds);
  const double median = seconds[trials / 2];
  return {median / static_cast<double>(units), (seconds.back() - seconds.front()) / median, units};
}

bool still_holds(const BurnRate& rate, Burn burn, Clock clock) {
  if (rate.unit_seconds <= 0) return true;
  constexpr double least_change = 0.1;
  const double expected = rate.unit_seconds * static_cast<double>(rate.units);
  const double change = seconds_for(burn, clock, rate.units) / expected - 1;
  return std::abs(change) <= std::max(least_change, rate.spread);
}

}  // namespace sonde::engine
