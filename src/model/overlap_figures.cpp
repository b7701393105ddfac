#include "model/overlap_figures.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/units.hpp"
#include "model/least_squares.hpp"
#include "model/overlap_projection.hpp"

namespace sonde::model {

namespace {

using Samples = std::span<const Sample>;

double rate_of(const Sample& s) {
  return s.pairs * s.bytes / s.seconds;
}

double rate_of(const PairModel& model, const Sample& s, LinkPhase phase) {
  return s.pairs * s.bytes / table_time(model, s, phase);
}

const char* formula_of(LinkPhase phase, LatencyRule rule) {
  if (phase == LinkPhase::locked && rule == LatencyRule::causal)
    return "b = 2 k x n / T_b,  T_b = (2 n - 1) a + k x / B_r + T_l,\n"
           "a = (k x - (k - 1) f) / B_r + 2 T_l, f = x up to C, x - C up to 2 C, then C\n"
           "(direction busy, 2 a < k x / B_r: T_b = n k x / B_r + a + T_l)";
  switch (phase) {
    case LinkPhase::locked:
      return "b = 2 k x n / T_b,  T_b = (2 n - 1) a + k x / B_r + T_l,\n"
             "a = (k x - (k - 1) min(x, C)) / B_r + 2 T_l, at most k x / B_r + T_l\n"
             "(direction busy, 2 a < k x / B_r: T_b = n k x / B_r + a + T_l)";
    case LinkPhase::mixed:
      return "b of k customers between two processor-sharing directions and a delay 2 T_l (mean values)";
    case LinkPhase::antiphase:
      break;
  }
  return "b = k x / max(k x / 2 B_r, x / B_r + T_l)";
}

const char* phase_name(LinkPhase phase) {
  return phase == LinkPhase::locked  ? "in phase"
         : phase == LinkPhase::mixed ? "wandering phases"
                                     : "antiphase";
}

void add_points(FittedCurve& curve, Samples samples, const PairModel& model, LinkPhase phase) {
  std::vector<FittedPoint> times;
  for (const Sample& s : samples) {
    times.push_back({s.bytes, s.seconds, table_time(model, s, phase), s.sigma});
    curve.points.push_back({s.bytes, rate_of(s), rate_of(model, s, phase), s.sigma / s.seconds * rate_of(s),
                            s.half_interval / s.seconds * rate_of(s)});
  }
  curve.quality = quality(times, phase == LinkPhase::locked ? 3 : 2);
  const Quality rates = quality(curve.points, curve.quality.parameters);
  curve.quality.r_squared = rates.r_squared;
  curve.quality.relative_rms = rates.relative_rms;
}

// Between two samples the repetition count is that of the nearer one below.
void add_curve(FittedCurve& curve, Samples samples, const PairModel& model, LinkPhase phase) {
  constexpr int steps = 200;
  const double low = samples.front().bytes, high = samples.back().bytes;
  std::size_t below = 0;
  for (int i = 0; i <= steps; ++i) {
    Sample at = samples.front();
    at.bytes = low * std::pow(high / low, static_cast<double>(i) / steps);
    while (below + 1 < samples.size() && samples[below + 1].bytes <= at.bytes * (1 + 1e-9)) ++below;
    at.repetitions = samples[below].repetitions;
    curve.curve.push_back({at.bytes, rate_of(model, at, phase)});
  }
}

void add_notes(FittedCurve& curve, Samples samples, const PairModel& model) {
  if (model.rule == LatencyRule::delay) return;
  curve.notes.emplace_back(
      "T_l is an effective latency: equation (4) charges it twice per half, a wire once.");
  if (model.rule == LatencyRule::causal) return;
  double clamped = 0;
  for (const Sample& s : samples)
    if (completion_spread(model, s.bytes) / model.bandwidth < model.latency) clamped = s.bytes;
  if (clamped > 0)
    curve.notes.push_back(fmt::format(
        "The overlap is clamped at 0 up to {}: T_l exceeds the time it could last. There the form is faster "
        "than its own latency allows; --latency-rule causal leaves the clamp out.",
        human_bytes(std::llround(clamped))));
}

}  // namespace

FittedCurve overlap_figures(Samples samples, const PairModel& model, LinkPhase phase) {
  FittedCurve curve;
  curve.name = fmt::format("overlap of multi-mode PingPong, {} pairs, {}", model.pairs, phase_name(phase));
  curve.formula = std::string(formula_of(phase, model.rule));
  curve.source =
      "Hager and Wellein 2007, equations (1) to (6); for k > 2 and other phases docs/user/overlap-model.md";
  curve.x_label = std::string("message length"), curve.x_unit = std::string("B");
  curve.y_label = std::string("aggregate bandwidth"), curve.y_unit = std::string("B/s");
  add_points(curve, samples, model, phase);
  add_curve(curve, samples, model, phase);
  if (phase == LinkPhase::locked) add_notes(curve, samples, model);
  return curve;
}

}  // namespace sonde::model
