#include "model/overlap_intervals.hpp"

#include <algorithm>
#include <cmath>

#include "model/groups.hpp"
#include "model/least_squares.hpp"
#include "model/overlap_projection.hpp"

namespace sonde::model {

namespace {

using Samples = std::span<const Sample>;

int parameters_of(LinkPhase phase) {
  return phase == LinkPhase::locked ? 3 : 2;
}

// Half widths of 1 / B_r (relative) and T_l with C free: the linearised problem at the solution.
std::optional<std::vector<double>> linearised_widths(Samples samples, const PairModel& model,
                                                     LinkPhase phase) {
  LinearProblem problem{.columns = phase == LinkPhase::locked ? 3 : 2};
  const auto shifted = [&](const Sample& s, double slope, double latency, double chunk) {
    PairModel other = model;
    other.bandwidth = model.bandwidth / slope;
    other.latency = latency;
    other.inner = other.outer = model.inner * chunk;
    return table_time(other, s, phase);
  };
  const double h = 1e-4, step = h * std::max(model.latency, 1e-3 * samples.front().seconds);
  for (const Sample& s : samples) {
    const double by_slope =
        (shifted(s, 1 + h, model.latency, 1) - shifted(s, 1 - h, model.latency, 1)) / (2 * h);
    const double by_latency = (shifted(s, 1, model.latency + step, 1) - table_time(model, s, phase)) / step;
    const double by_chunk =
        (shifted(s, 1, model.latency, 1 + h) - shifted(s, 1, model.latency, 1 - h)) / (2 * h);
    const double residual = s.seconds - table_time(model, s, phase);
    if (phase == LinkPhase::locked)
      problem.add({by_slope, by_latency, by_chunk}, residual, s.sigma);
    else
      problem.add({by_slope, by_latency}, residual, s.sigma);
  }
  const auto solution = solve(problem);
  if (!solution) return std::nullopt;
  return half_widths(problem, *solution, samples);
}

// T_l where it acts on its own: the sum of squares against T_l with C held and B_r free. Wider than the
// linearised interval where a busy link hides the latency.
stats::Interval latency_slice(Samples samples, const PairModel& model, LinkPhase phase, double limit) {
  const auto within = [&](double bytes) {
    return project_latency(samples, bytes, model.inner, phase, model.rule).rss <= limit;
  };
  const double best = std::max(model.latency * model.bandwidth, samples.front().bytes / 1024);
  const auto edge = [&](double factor) {  // within on one side of the result, not within on the other
    double inside = best, outside = best;
    for (int i = 0; i < 40 && within(outside); ++i) outside *= factor;
    for (int i = 0; i < 24; ++i) {
      const double middle = std::sqrt(inside * outside);
      (within(middle) ? inside : outside) = middle;
    }
    return inside;
  };
  const double low = edge(1 / 1.5);
  return {low < best / 1e6 ? 0 : low / model.bandwidth, edge(1.5) / model.bandwidth};
}

}  // namespace

double rss_limit(double rss, std::size_t points, int parameters) {
  const int freedom = static_cast<int>(points) - parameters;
  return rss * (1 + std::pow(t_factor(freedom), 2) / freedom) + 1e-20;
}

std::optional<OverlapIntervals> overlap_intervals(Samples samples, const PairModel& model, LinkPhase phase) {
  const auto widths = linearised_widths(samples, model, phase);
  if (!widths) return std::nullopt;
  const int parameters = parameters_of(phase);
  const double relative = (*widths)[0], latency = (*widths)[1];
  const double limit = rss_limit(weighted_rss(model, samples, phase), samples.size(), parameters);
  const stats::Interval slice = latency_slice(samples, model, phase, limit);
  const double fastest = relative < 1 ? model.bandwidth / (1 - relative) : infinite;
  return OverlapIntervals{{model.bandwidth / (1 + relative), fastest},
                          {std::max(0.0, std::min(slice.low, model.latency - latency)),
                           std::max(slice.high, model.latency + latency)}};
}

}  // namespace sonde::model
