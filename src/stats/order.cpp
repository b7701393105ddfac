#include "stats/order.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numeric>

#include "base/contract.hpp"

namespace sonde::stats {

namespace {
constexpr std::size_t shortest_series = 8;  // below, n - 4 makes more noise than the correction removes
constexpr double largest_rho = 0.99;
constexpr std::size_t most_compared = 500;
}  // namespace

std::vector<double> sorted(std::span<const double> values) {
  std::vector<double> out(values.begin(), values.end());
  std::ranges::sort(out);
  return out;
}

double quantile(std::span<const double> ascending, double level) {
  EXPECTS(!ascending.empty());
  const double position = std::clamp(level, 0.0, 1.0) * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  const double part = position - static_cast<double>(below);
  return ascending[below] + part * (ascending[above] - ascending[below]);
}

double median(std::span<const double> values) {
  return quantile(sorted(values), 0.5);
}

std::vector<double> present(std::span<const double> values) {
  std::vector<double> out;
  std::ranges::copy_if(values, std::back_inserter(out), [](double value) { return !std::isnan(value); });
  return out;
}

std::vector<double> ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> out(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last + 1 < order.size() && values[order[last + 1]] <= values[order[first]]) ++last;
    const double shared = 1.0 + 0.5 * static_cast<double>(first + last);
    for (; first <= last; ++first) out[order[first]] = shared;
  }
  return out;
}

double rank_autocorrelation(std::span<const double> series) {
  if (series.size() < shortest_series) return 0;
  const auto rank = ranks(series);
  const auto n = static_cast<double>(rank.size());
  const double middle = 0.5 * (n + 1);
  double products = 0;
  double squares = 0;
  for (std::size_t i = 0; i < rank.size(); ++i) {
    squares += (rank[i] - middle) * (rank[i] - middle);
    if (i > 0) products += (rank[i] - middle) * (rank[i - 1] - middle);
  }
  if (squares <= 0) return 0;
  return std::clamp((n * products / squares + 1) / (n - 4), -1.0, largest_rho);
}

double effective_number(double n, double rho) {
  const double dependence = std::clamp(rho, 0.0, largest_rho);
  return std::max(1.0, n * (1 - dependence) / (1 + dependence));
}

double effective_number(std::span<const double> series, double caution) {
  if (series.empty()) return 1;
  const auto n = static_cast<double>(series.size());
  const double rho = std::max(0.0, rank_autocorrelation(series));
  return effective_number(n, rho + caution * std::sqrt((1 - rho * rho) / n));
}

double effective_number(std::span<const double> series) {
  constexpr double caution = 0.4;  // found by simulation: tests/unit/stats/coverage_test.cpp
  return effective_number(series, caution);
}

double trend(std::span<const double> series) {
  const std::size_t stride =
      series.size() / most_compared + 1;  // all pairs of a long series would take seconds
  std::int64_t balance = 0;
  std::size_t count = 0;
  for (std::size_t j = 0; j < series.size(); j += stride, ++count)
    for (std::size_t i = 0; i < j; i += stride) balance += (series[i] < series[j]) - (series[j] < series[i]);
  if (count < 2) return 0;
  const auto n = static_cast<double>(count);
  return static_cast<double>(balance) / (0.5 * n * (n - 1));
}

double trend_limit(double n) {
  constexpr double deviations = 4;  // found by simulation: tests/unit/stats/drift_test.cpp
  constexpr double steady = 0.5;
  if (n < 2) return 2;
  return std::max(steady, deviations * std::sqrt(2 * (2 * n + 5) / (9 * n * (n - 1))));
}

}  // namespace sonde::stats
