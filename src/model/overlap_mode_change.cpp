#include <algorithm>
#include <cmath>

#include "model/fit_overlap.hpp"
#include "model/least_squares.hpp"
#include "model/overlap_profile.hpp"

namespace sonde::model {

namespace {

using Samples = std::span<const Sample>;

constexpr std::size_t enough_points = 64;
constexpr std::size_t fewest_below = 4;

double coarse_rss(Samples samples, const OverlapFitOptions& options) {
  if (options.phase != LinkPhase::locked) {
    const Projection project = [&](double bytes) {
      return project_latency(samples, bytes, samples.back().bytes, options.phase, options.rule);
    };
    const ParameterScan grid = scan(project, samples.front().bytes / 1024, samples.back().bytes * 4, 2);
    return grid.found[grid.best].rss;
  }
  const Projection project = [&](double chunk) { return project_chunk(samples, chunk, options.rule); };
  const ParameterScan grid = scan(project, samples.front().bytes / 8, samples.back().bytes * 2, 4);
  return std::min(grid.found[grid.best].rss, project(refine(project, grid)).rss);
}

double line_rss(Samples samples) {
  LinearProblem problem{.columns = 2};
  for (const Sample& s : samples) problem.add({1, s.bytes}, s.seconds, s.sigma);
  const auto line = solve(problem);
  return line ? line->rss : infinite;
}

}  // namespace

double find_mode_change(Samples all, const OverlapFitOptions& options) {
  const std::vector<Sample> samples = thinned(all, enough_points);
  double total = 0;
  for (const Sample& s : samples) total += std::pow(s.seconds / s.sigma, 2);
  const auto n = static_cast<int>(samples.size());
  const int own = options.phase == LinkPhase::locked ? 3 : 2;
  double best = aicc(coarse_rss(samples, options), total, n, own) - 10, from = 0;
  for (std::size_t start = fewest_below; start + fewest_overlap_lengths <= samples.size(); ++start) {
    const Samples below = Samples(samples).first(start), above = Samples(samples).subspan(start);
    if (samples[start].bytes <= samples[start - 1].bytes) continue;
    if (distinct_lengths(below) < fewest_below || distinct_lengths(above) < fewest_overlap_lengths) continue;
    const double score = aicc(line_rss(below) + coarse_rss(above, options), total, n, own + 3);
    if (score < best) best = score, from = samples[start].bytes;
  }
  return from;
}

}  // namespace sonde::model
