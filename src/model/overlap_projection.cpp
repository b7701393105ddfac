#include "model/overlap_projection.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sonde::model {

namespace {

PairModel one_level(int pairs, double bandwidth, double latency, double chunk, LatencyRule rule) {
  return {pairs, pairs, bandwidth, latency, chunk, chunk, rule};
}

// T_b / 2 n = bytes / B_r + latencies T_l on the piece the current model is in (overlap_general.hpp, locked).
struct Coefficients {
  double bytes = 0, latencies = 0;
};

Coefficients coefficients(const PairModel& model, const Sample& sample) {
  const double x = sample.bytes, halves = 2 * static_cast<double>(sample.repetitions);
  const bool causal = model.rule == LatencyRule::causal;
  const double all = model.pairs * x;
  const double first = all - (causal ? start_spread(model, x) : completion_spread(model, x));
  const double service = all / model.bandwidth, step = half_step(model, x);
  const bool clamped = step >= service + model.latency && model.rule == LatencyRule::paper;
  const double holds = clamped || model.rule == LatencyRule::delay ? 1 : 2;
  const double step_bytes = clamped ? all : first;
  if (2 * step >= service)
    return {((halves - 1) * step_bytes + all) / halves, ((halves - 1) * holds + 1) / halves};
  return {(halves / 2 * all + step_bytes) / halves, (holds + 1) / halves};
}

// Weighted normal equations of two columns; the second parameter is kept at 0 or above.
struct TwoColumns {
  double aa = 0, ab = 0, bb = 0, ay = 0, by = 0;
  void add(const Coefficients& c, const Sample& s) {
    const double a = c.bytes / s.sigma, b = c.latencies / s.sigma, y = s.seconds / s.sigma;
    aa += a * a, ab += a * b, bb += b * b, ay += a * y, by += b * y;
  }
  [[nodiscard]] std::array<double, 2> solve() const {
    const double determinant = aa * bb - ab * ab;
    if (determinant > 1e-13 * aa * bb) {
      const double slope = (bb * ay - ab * by) / determinant, latency = (aa * by - ab * ay) / determinant;
      if (latency >= 0 && slope > 0) return {slope, latency};
    }
    return {ay / aa, 0};
  }
};

struct Start {
  double bandwidth = 0, latency = 0;
};

// Newton's method on a piecewise quadratic: solves on the current pieces until they repeat.
Projected descend(std::span<const Sample> samples, Start at, double chunk, LatencyRule rule) {
  const int pairs = samples.front().pairs;
  Projected best{.rss = std::numeric_limits<double>::infinity()};
  for (int round = 0; round < 12; ++round) {
    const PairModel current = one_level(pairs, at.bandwidth, at.latency, chunk, rule);
    TwoColumns equations;
    for (const Sample& s : samples) equations.add(coefficients(current, s), s);
    const auto [slope, latency] = equations.solve();
    const Start next{1 / slope, latency};
    const bool converged = std::abs(next.bandwidth - at.bandwidth) <= 1e-10 * at.bandwidth &&
                           std::abs(next.latency - at.latency) <= 1e-10 * at.latency;
    if (converged) break;
    at = next;
    const PairModel model = one_level(pairs, at.bandwidth, at.latency, chunk, rule);
    const double rss = weighted_rss(model, samples, LinkPhase::locked);
    if (rss < best.rss) best = {model, rss};
  }
  return best;
}

}  // namespace

double table_time(const PairModel& model, const Sample& sample, LinkPhase phase) {
  return total_time(model, sample.bytes, sample.repetitions, phase) /
         (2 * static_cast<double>(sample.repetitions));
}

double weighted_rss(const PairModel& model, std::span<const Sample> samples, LinkPhase phase) {
  double rss = 0;
  for (const Sample& s : samples) {
    const double residual = (s.seconds - table_time(model, s, phase)) / s.sigma;
    rss += residual * residual;
  }
  return rss;
}

Projected project_chunk(std::span<const Sample> samples, double chunk, LatencyRule rule) {
  const Sample& longest = samples.back();
  const double bandwidth = 1.5 * longest.bytes / longest.seconds;
  double shortest = longest.seconds;
  for (const Sample& s : samples) shortest = std::min(shortest, s.seconds);
  Projected best{.rss = std::numeric_limits<double>::infinity()};
  for (const double latency : {0.0, shortest / 3, shortest}) {
    const Projected found = descend(samples, {bandwidth, latency}, chunk, rule);
    if (found.rss < best.rss) best = found;
  }
  return best;
}

Projected project_latency(std::span<const Sample> samples, double latency_bytes, double chunk,
                          LinkPhase phase, LatencyRule rule) {
  const PairModel unit = one_level(samples.front().pairs, 1, latency_bytes, chunk, rule);
  double shape_squared = 0, shape_measured = 0;
  for (const Sample& s : samples) {
    const double shape = table_time(unit, s, phase) / s.sigma;
    shape_squared += shape * shape;
    shape_measured += shape * s.seconds / s.sigma;
  }
  PairModel model = unit;
  model.bandwidth = shape_squared / shape_measured;
  model.latency = latency_bytes / model.bandwidth;
  return {model, weighted_rss(model, samples, phase)};
}

}  // namespace sonde::model
