#include "stats/clock_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace sonde::stats {

namespace {

constexpr double quartz_drift = 1e-4;

double round_trip(const ClockSample& s) {
  return s.received - s.sent;
}
double middle(const ClockSample& s) {
  return s.sent + 0.5 * round_trip(s);
}
double difference(const ClockSample& s) {
  return s.answered - middle(s);
}

std::vector<ClockSample> quickest(std::span<const ClockSample> samples) {
  std::vector<ClockSample> chosen(samples.begin(), samples.end());
  std::ranges::sort(chosen, {}, round_trip);
  chosen.resize(std::min(chosen.size(), std::max<std::size_t>(2, chosen.size() / 4)));
  return chosen;
}

/// Offset, rate and origin by least squares; times relative to the origin keep the digits of a long uptime.
ClockModel line_through(std::span<const ClockSample> samples) {
  const auto n = static_cast<double>(samples.size());
  const double start = middle(samples[0]);
  const double base = difference(samples[0]);
  double time = 0;
  double offset = 0;
  for (const auto& s : samples) time += (middle(s) - start) / n, offset += (difference(s) - base) / n;
  double products = 0;
  double squares = 0;
  for (const auto& s : samples) {
    const double t = middle(s) - start - time;
    products += t * (difference(s) - base - offset);
    squares += t * t;
  }
  return {.origin = start + time, .offset = base + offset, .rate = squares > 0 ? products / squares : 0};
}

double largest_residual(const ClockModel& model, std::span<const ClockSample> samples) {
  double largest = 0;
  for (const auto& s : samples) {
    const double t = middle(s) - model.origin;
    largest = std::max(largest, std::abs(difference(s) - model.offset - model.rate * t));
  }
  return largest;
}

double span_of(std::span<const ClockSample> samples) {
  const auto [first, last] = std::ranges::minmax(samples, {}, middle);
  return middle(last) - middle(first);
}

}  // namespace

double ClockModel::to_remote(double reference) const {
  return reference + offset + rate * (reference - origin);
}

double ClockModel::to_reference(double remote) const {
  return origin + (remote - offset - origin) / (1 + rate);
}

double ClockModel::error_at(double reference) const {
  return error_bound + rate_error * std::abs(reference - origin);
}

std::optional<ClockModel> fit_clock(std::span<const ClockSample> samples) {
  const auto unordered = [](const ClockSample& s) { return !(s.sent <= s.received); };
  if (samples.empty() || std::ranges::any_of(samples, unordered)) return std::nullopt;
  const auto chosen = quickest(samples);
  ClockModel model = line_through(chosen);
  const double half_trip = 0.5 * round_trip(chosen.front());
  const double span = span_of(chosen);
  model.rate_error = span > 0 ? 2 * (half_trip + largest_residual(model, chosen)) / span
                              : std::numeric_limits<double>::infinity();
  if (model.rate_error > quartz_drift) model.rate = 0, model.rate_error = quartz_drift;
  model.error_bound = half_trip + largest_residual(model, chosen);
  return model;
}

}  // namespace sonde::stats
