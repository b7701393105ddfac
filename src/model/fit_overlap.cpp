#include "model/fit_overlap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/units.hpp"
#include "model/least_squares.hpp"
#include "model/overlap_profile.hpp"
#include "model/overlap_projection.hpp"

namespace sonde::model {

namespace {

using Samples = std::span<const Sample>;

constexpr int fewest_lengths = 6;
constexpr std::size_t many_points = 512;
constexpr double poor_fit = 0.08;  // residuals beyond this are no noise of a mean over repetitions

// Standard errors of 1 / B_r and T_l with C free: the linearised problem at the solution.
std::optional<LinearSolution> linearise(Samples samples, const PairModel& model, Phase phase) {
  LinearProblem problem{.columns = phase == Phase::locked ? 3 : 2};
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
    if (phase == Phase::locked)
      problem.add({by_slope, by_latency, by_chunk}, residual, s.sigma);
    else
      problem.add({by_slope, by_latency}, residual, s.sigma);
  }
  return solve(problem);
}

std::size_t distinct_lengths(Samples samples) {
  std::set<double> lengths;
  for (const Sample& s : samples) lengths.insert(s.bytes);
  return lengths.size();
}

double rate_of(const Sample& s) {
  return s.pairs * s.bytes / s.seconds;
}

double rate_of(const PairModel& model, const Sample& s, Phase phase) {
  return s.pairs * s.bytes / table_time(model, s, phase);
}

const char* formula_of(Phase phase) {
  switch (phase) {
    case Phase::locked:
      return "b = 2 k x n / T_b,  T_b = (2 n - 1) a + k x / B_r + T_l,\n"
             "a = (k x - (k - 1) min(x, C)) / B_r + 2 T_l, at most k x / B_r + T_l\n"
             "(direction busy, 2 a < k x / B_r: T_b = n k x / B_r + a + T_l)";
    case Phase::mixed:
      return "b of k customers between two processor-sharing directions and a delay 2 T_l (mean values)";
    case Phase::antiphase:
      break;
  }
  return "b = k x / max(k x / 2 B_r, x / B_r + T_l)";
}

const char* phase_name(Phase phase) {
  return phase == Phase::locked ? "in phase" : phase == Phase::mixed ? "wandering phases" : "antiphase";
}

void add_points(FittedCurve& curve, Samples samples, const PairModel& model, Phase phase) {
  std::vector<FittedPoint> times;
  for (const Sample& s : samples) {
    times.push_back({s.bytes, s.seconds, table_time(model, s, phase), s.sigma});
    curve.points.push_back({s.bytes, rate_of(s), rate_of(model, s, phase), s.sigma / s.seconds * rate_of(s)});
  }
  curve.quality = quality(times, phase == Phase::locked ? 3 : 2);
  const Quality rates = quality(curve.points, curve.quality.parameters);
  curve.quality.r_squared = rates.r_squared;
  curve.quality.relative_rms = rates.relative_rms;
}

// Between two samples the repetition count is that of the nearer one below.
void add_curve(FittedCurve& curve, Samples samples, const PairModel& model, Phase phase) {
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

void add_notes(FittedCurve& curve, Samples samples, const PairModel& model,
               const OverlapFitOptions& options) {
  if (options.phase != Phase::locked) return;
  if (options.rule == LatencyRule::paper)
    curve.notes.push_back(
        "T_l is an effective latency: equation (4) charges it twice per half, a wire once.");
  double clamped = 0;
  for (const Sample& s : samples)
    if (completion_spread(model, s.bytes) / model.bandwidth < model.latency) clamped = s.bytes;
  if (clamped > 0 && options.rule == LatencyRule::paper)
    curve.notes.push_back(
        fmt::format("The overlap is clamped at 0 up to {}: T_l exceeds the time it could last.",
                    human_bytes(std::llround(clamped))));
}

// T_l where it acts on its own: the sum of squares against T_l with C held and B_r free. Wider than the
// linearised interval where a busy link hides the latency.
Interval latency_slice(Samples samples, const PairModel& model, const OverlapFitOptions& options,
                       double limit) {
  const auto within = [&](double bytes) {
    return project_latency(samples, bytes, model.inner, options.phase, options.rule).rss <= limit;
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

std::vector<Sample> thinned(Samples samples, std::size_t most) {
  const std::size_t stride = (samples.size() + most - 1) / most;
  std::vector<Sample> some;
  for (std::size_t i = 0; i < samples.size(); i += stride) some.push_back(samples[i]);
  return some;
}

double rss_limit(double rss, std::size_t points, int parameters) {
  const int freedom = static_cast<int>(points) - parameters;
  return rss * (1 + std::pow(t_factor(freedom), 2) / freedom) + 1e-20;
}

Result<FittedCurve> describe(Samples samples, const PairModel& model, const OverlapFitOptions& options,
                             std::optional<Interval> chunk) {
  const auto errors = linearise(samples, model, options.phase);
  if (!errors)
    return failure("not identifiable: bandwidth and latency (or chunk) act alike on these lengths");
  const double t = t_factor(static_cast<int>(samples.size()) - (chunk ? 3 : 2));
  const double relative = t * errors->error[0], latency = t * errors->error[1];
  const double limit = rss_limit(weighted_rss(model, samples, options.phase), samples.size(), chunk ? 3 : 2);
  const Interval slice = latency_slice(samples, model, options, limit);
  FittedCurve curve;
  curve.name = fmt::format("overlap of multi-mode PingPong, {} pairs, {}", samples.front().pairs,
                           phase_name(options.phase));
  curve.formula = std::string(formula_of(options.phase));
  curve.source =
      "Hager and Wellein 2007, equations (1) to (6); for k > 2 and other phases docs/user/overlap-model.md";
  curve.x_label = std::string("message length"), curve.x_unit = std::string("B");
  curve.y_label = std::string("aggregate bandwidth"), curve.y_unit = std::string("B/s");
  curve.parameters.push_back(
      {"B_r", "raw bandwidth of one direction", "B/s", model.bandwidth,
       Interval{model.bandwidth / (1 + relative),
                relative < 1 ? model.bandwidth / (1 - relative) : std::numeric_limits<double>::infinity()}});
  curve.parameters.push_back({"T_l", "effective latency", "s", model.latency,
                              Interval{std::max(0.0, std::min(slice.low, model.latency - latency)),
                                       std::max(slice.high, model.latency + latency)}});
  if (curve.parameters.back().interval->low <= 0)
    curve.notes.push_back(std::string("T_l cannot be told from 0 on these lengths."));
  if (chunk) curve.parameters.push_back({"C", "chunk at which messages interleave", "B", model.inner, chunk});
  add_points(curve, samples, model, options.phase);
  add_curve(curve, samples, model, options.phase);
  add_notes(curve, samples, model, options);
  return curve;
}

// The grid on all points is confined to where a thinned set of many points sees the minimum.
Scan chunk_grid(Samples samples, const Projection& project, const OverlapFitOptions& options) {
  const double low = samples.front().bytes / 64, high = samples.back().bytes * 4;
  if (samples.size() <= many_points) return scan(project, low, high, 8);
  const std::vector<Sample> some = thinned(samples, many_points / 2);
  const Projection rough = [&](double chunk) { return project_chunk(some, chunk, options.rule); };
  const Scan grid = scan(rough, low, high, 8);
  const double best = grid.argument[grid.best];
  const Interval near =
      profile_interval(rough, grid, best, rss_limit(grid.found[grid.best].rss, some.size(), 3));
  return scan(project, std::max(low, near.low / 1.5), std::min(high, near.high * 1.5), 8);
}

// Why C cannot be had, where its interval is open: `relative` is the residual of the best fit.
Result<void> chunk_is_seen(const Interval& interval, double chunk, double relative, double smallest,
                           double largest) {
  const std::string from = human_bytes(std::llround(smallest)), to = human_bytes(std::llround(largest));
  const bool falls = std::isfinite(interval.high) && chunk <= largest, overlaps = interval.low > 0;
  if (falls && overlaps) return {};
  if (relative > poor_fit)
    return failure(fmt::format(
        "not identifiable: the chunk C may lie anywhere; processes in phase do not describe these times "
        "(best fit: {:.0f} % off), try --phase mixed or antiphase, or another --from",
        100 * relative));
  if (overlaps)
    return failure(fmt::format(
        "not identifiable: the bandwidth does not fall up to the largest length, {}: every length may "
        "be below the chunk C (larger messages are needed)",
        to));
  if (falls)
    return failure(fmt::format(
        "not identifiable: no overlap is seen from the smallest length, {}, on: every length may be far "
        "above the chunk C (smaller messages are needed, or a smaller --from)",
        from));
  return failure(fmt::format(
      "not identifiable: no change of the bandwidth is seen from {} to {}: every length may be below "
      "the chunk C, or far above it",
      from, to));
}

double relative_rms(Samples samples, const PairModel& model, Phase phase) {
  double sum = 0;
  for (const Sample& s : samples) sum += std::pow(s.seconds / table_time(model, s, phase) - 1, 2);
  return std::sqrt(sum / static_cast<double>(samples.size()));
}

Result<FittedCurve> fit_locked(Samples samples, const OverlapFitOptions& options) {
  const double smallest = samples.front().bytes, largest = samples.back().bytes;
  const Projection project = [&](double chunk) { return project_chunk(samples, chunk, options.rule); };
  const Scan grid = chunk_grid(samples, project, options);
  const double chunk = refine(project, grid);
  const Projected best = project(chunk);
  const double limit = rss_limit(best.rss, samples.size(), 3);
  const Interval interval = profile_interval(project, grid, chunk, limit);
  if (auto seen =
          chunk_is_seen(interval, chunk, relative_rms(samples, best.model, options.phase), smallest, largest);
      !seen)
    return tl::make_unexpected(seen.error());
  return describe(samples, best.model, options, interval);
}

Result<FittedCurve> fit_chunkless(Samples samples, const OverlapFitOptions& options) {
  const Projection project = [&](double bytes) {
    return project_latency(samples, bytes, samples.back().bytes, options.phase, options.rule);
  };
  const Scan grid = scan(project, samples.front().bytes / 1024, samples.back().bytes * 4, 8);
  return describe(samples, project(refine(project, grid)).model, options, std::nullopt);
}

double coarse_rss(Samples samples, const OverlapFitOptions& options) {
  if (options.phase != Phase::locked) {
    const Projection project = [&](double bytes) {
      return project_latency(samples, bytes, samples.back().bytes, options.phase, options.rule);
    };
    const Scan grid = scan(project, samples.front().bytes / 1024, samples.back().bytes * 4, 2);
    return grid.found[grid.best].rss;
  }
  const Projection project = [&](double chunk) { return project_chunk(samples, chunk, options.rule); };
  const Scan grid = scan(project, samples.front().bytes / 8, samples.back().bytes * 2, 4);
  return std::min(grid.found[grid.best].rss, project(refine(project, grid)).rss);
}

double line_rss(Samples samples) {
  LinearProblem problem{.columns = 2};
  for (const Sample& s : samples) problem.add({1, s.bytes}, s.seconds, s.sigma);
  const auto line = solve(problem);
  return line ? line->rss : std::numeric_limits<double>::infinity();
}

}  // namespace

double find_mode_change(Samples all, const OverlapFitOptions& options) {
  const std::vector<Sample> samples = thinned(all, 64);
  double total = 0;
  for (const Sample& s : samples) total += std::pow(s.seconds / s.sigma, 2);
  const auto n = static_cast<int>(samples.size());
  const int own = options.phase == Phase::locked ? 3 : 2;
  double best = aicc(coarse_rss(samples, options), total, n, own) - 10, from = 0;
  for (std::size_t start = 4; start + fewest_lengths <= samples.size(); ++start) {
    const Samples below = Samples(samples).first(start), above = Samples(samples).subspan(start);
    if (samples[start].bytes <= samples[start - 1].bytes) continue;
    if (distinct_lengths(below) < 4 || distinct_lengths(above) < fewest_lengths) continue;
    const double score = aicc(line_rss(below) + coarse_rss(above, options), total, n, own + 3);
    if (score < best) best = score, from = samples[start].bytes;
  }
  return from;
}

Result<FittedCurve> fit_overlap(Samples samples, const OverlapFitOptions& options) {
  std::vector<Sample> kept;
  for (const Sample& s : samples)
    if (s.bytes > 0 && s.bytes >= options.from) kept.push_back(s);
  std::stable_sort(kept.begin(), kept.end(),
                   [](const Sample& a, const Sample& b) { return a.bytes < b.bytes; });
  const auto too_few = [&]() {
    return failure(fmt::format("not identifiable: {} different lengths{}, at least {} are needed",
                               distinct_lengths(kept), options.from > 0 ? " from --from on" : "",
                               fewest_lengths));
  };
  if (distinct_lengths(kept) < fewest_lengths) return too_few();
  if (kept.front().pairs < 2)
    return failure("not identifiable: one pair alone has no overlap; run several (-multi 0 -map kx2)");
  const double change = options.from > 0 ? 0 : find_mode_change(kept, options);
  const auto below =
      std::count_if(kept.begin(), kept.end(), [&](const Sample& s) { return s.bytes < change; });
  kept.erase(kept.begin(), kept.begin() + below);
  auto curve = options.phase == Phase::locked ? fit_locked(kept, options) : fit_chunkless(kept, options);
  if (curve && below > 0)
    curve->notes.push_back(
        fmt::format("{} points below {} are left out: there the library sends in another way (detected).",
                    below, human_bytes(std::llround(change))));
  return curve;
}

}  // namespace sonde::model
