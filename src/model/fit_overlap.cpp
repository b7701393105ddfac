#include "model/fit_overlap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "model/overlap_figures.hpp"
#include "model/overlap_intervals.hpp"
#include "model/overlap_profile.hpp"
#include "model/overlap_projection.hpp"

namespace sonde::model {

namespace {

using Samples = std::span<const Sample>;

constexpr std::size_t many_points = 512;
constexpr double poor_fit = 0.08;    // residuals beyond this are no noise of a mean over repetitions
constexpr double wrong_form = 0.15;  // and beyond this the parameters mean nothing

Result<FittedCurve> described(Samples samples, const PairModel& model, LinkPhase phase,
                              std::optional<stats::Interval> chunk) {
  const auto intervals = overlap_intervals(samples, model, phase);
  if (!intervals)
    return failure("not identifiable: bandwidth and latency (or chunk) act alike on these lengths");
  FittedCurve curve = overlap_figures(samples, model, phase);
  curve.parameters.push_back(
      {"B_r", "raw bandwidth of one direction", "B/s", model.bandwidth, intervals->bandwidth});
  curve.parameters.push_back({"T_l", "effective latency", "s", model.latency, intervals->latency});
  if (chunk) curve.parameters.push_back({"C", "chunk at which messages interleave", "B", model.inner, chunk});
  if (curve.quality.relative_rms > poor_fit)
    curve.notes.push_back(fmt::format(
        "The form is {:.0f} % off (root mean square), more than noise: not at every length were the "
        "processes in this phase. The intervals hold only as far as the form does.",
        100 * curve.quality.relative_rms));
  if (intervals->latency.low <= 0) curve.notes.emplace_back("T_l cannot be told from 0 on these lengths.");
  return curve;
}

// The grid on all points is confined to where a thinned set of many points sees the minimum.
ParameterScan chunk_grid(Samples samples, const Projection& project, const OverlapFitOptions& options) {
  const double low = samples.front().bytes / 64, high = samples.back().bytes * 4;
  if (samples.size() <= many_points) return scan(project, low, high, 8);
  const std::vector<Sample> some = thinned(samples, many_points / 2);
  const Projection rough = [&](double chunk) { return project_chunk(some, chunk, options.rule); };
  const ParameterScan grid = scan(rough, low, high, 8);
  const double best = grid.argument[grid.best];
  const stats::Interval near =
      profile_interval(rough, grid, best, rss_limit(grid.found[grid.best].rss, some.size(), 3));
  return scan(project, std::max(low, near.low / 1.5), std::min(high, near.high * 1.5), 8);
}

// Why C cannot be had, where its interval is open or the form is wrong: `relative` is the residual of the
// best fit.
Result<void> chunk_is_seen(const stats::Interval& interval, double chunk, double relative, double smallest,
                           double largest) {
  const std::string from = human_bytes(std::llround(smallest)), to = human_bytes(std::llround(largest));
  const bool falls = std::isfinite(interval.high) && chunk <= largest, overlaps = interval.low > 0;
  if (falls && overlaps && relative <= wrong_form) return {};
  if (relative > poor_fit)
    return failure(
        fmt::format("not identifiable: processes in phase do not describe these times "
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

// Of the bandwidths, as the quality of the curve has it.
double relative_rms(Samples samples, const PairModel& model, LinkPhase phase) {
  double sum = 0;
  for (const Sample& s : samples) sum += std::pow(table_time(model, s, phase) / s.seconds - 1, 2);
  return std::sqrt(sum / static_cast<double>(samples.size()));
}

Result<FittedCurve> fit_locked(Samples samples, const OverlapFitOptions& options) {
  const double smallest = samples.front().bytes, largest = samples.back().bytes;
  const Projection project = [&](double chunk) { return project_chunk(samples, chunk, options.rule); };
  const ParameterScan grid = chunk_grid(samples, project, options);
  const double chunk = refine(project, grid);
  const Projected best = project(chunk);
  const double limit = rss_limit(best.rss, samples.size(), 3);
  const stats::Interval interval = profile_interval(project, grid, chunk, limit);
  if (auto seen =
          chunk_is_seen(interval, chunk, relative_rms(samples, best.model, options.phase), smallest, largest);
      !seen)
    return tl::make_unexpected(seen.error());
  return described(samples, best.model, options.phase, interval);
}

Result<FittedCurve> fit_chunkless(Samples samples, const OverlapFitOptions& options) {
  const Projection project = [&](double bytes) {
    return project_latency(samples, bytes, samples.back().bytes, options.phase, options.rule);
  };
  const ParameterScan grid = scan(project, samples.front().bytes / 1024, samples.back().bytes * 4, 8);
  const PairModel model = project(refine(project, grid)).model;
  if (const double off = relative_rms(samples, model, options.phase); off > wrong_form)
    return failure(
        fmt::format("not identifiable: this phase does not describe these times "
                    "(best fit: {:.0f} % off), try another --phase or --from",
                    100 * off));
  return described(samples, model, options.phase, std::nullopt);
}

}  // namespace

Result<FittedCurve> fit_overlap(Samples samples, const OverlapFitOptions& options) {
  auto kept = by_length(samples);
  std::erase_if(kept, [&](const Sample& s) { return s.bytes <= 0 || s.bytes < options.from; });
  const auto too_few = [&]() {
    return failure(fmt::format("not identifiable: {} different lengths{}, at least {} are needed",
                               distinct_lengths(kept), options.from > 0 ? " from --from on" : "",
                               fewest_overlap_lengths));
  };
  if (distinct_lengths(kept) < fewest_overlap_lengths) return too_few();
  if (kept.front().pairs < 2)
    return failure("not identifiable: one pair alone has no overlap; run several (-multi 0 -map kx2)");
  const double change = options.from > 0 ? 0 : find_mode_change(kept, options);
  const auto below =
      std::count_if(kept.begin(), kept.end(), [&](const Sample& s) { return s.bytes < change; });
  kept.erase(kept.begin(), kept.begin() + below);
  auto curve = options.phase == LinkPhase::locked ? fit_locked(kept, options) : fit_chunkless(kept, options);
  if (curve && below > 0)
    curve->notes.push_back(
        fmt::format("{} points below {} are left out: there the library sends in another way (detected).",
                    below, human_bytes(std::llround(change))));
  return curve;
}

}  // namespace sonde::model
