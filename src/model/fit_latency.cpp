#include "model/fit_latency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "base/units.hpp"
#include "model/groups.hpp"
#include "model/partition.hpp"

namespace sonde::model {

namespace {

constexpr std::size_t most_segments = 6;
constexpr int fewest_lengths = 4;
constexpr std::size_t most_breaks = 400;

// Points with sums and the places where a segment may begin.
struct Series {
  std::span<const Sample> samples;
  std::vector<LineSums> before;     ///< sums of the first i points
  std::vector<int> lengths_before;  ///< different lengths among them
  std::vector<std::size_t> breaks;  ///< candidate starts, 0 and the end included

  explicit Series(std::span<const Sample> all) : samples(all), before(1), lengths_before(1, 0) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      before.push_back(before.back());
      before.back().add(all[i].bytes, all[i].seconds, all[i].sigma);
      const bool fresh = i == 0 || all[i].bytes > all[i - 1].bytes;
      lengths_before.push_back(lengths_before.back() + (fresh ? 1 : 0));
    }
    const std::size_t stride = std::max<std::size_t>(1, all.size() / most_breaks);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (i == 0 || (all[i].bytes > all[i - 1].bytes && i >= breaks.back() + stride)) breaks.push_back(i);
    breaks.push_back(all.size());
  }
  [[nodiscard]] double cost(std::size_t from, std::size_t to) const {
    if (lengths_before[to] - lengths_before[from] < fewest_lengths) return infinite;
    return (before[to] - before[from]).rss();
  }
};

Segment line_through(std::span<const Sample> samples) {
  LinearProblem problem{.columns = 2};
  for (const Sample& s : samples) problem.add({1, s.bytes}, s.seconds, s.sigma);
  Segment segment{
      .from = samples.front().bytes, .to = samples.back().bytes, .points = static_cast<int>(samples.size())};
  if (const auto line = solve(problem)) {
    segment.latency = line->value[0], segment.seconds_per_byte = line->value[1];
    const auto widths = half_widths(problem, *line, samples);
    segment.latency_width = widths[0], segment.slope_width = widths[1];
  }
  return segment;
}

double time_at(std::span<const Segment> segments, double x) {
  const Segment* at = &segments.front();
  for (const Segment& s : segments)
    if (x >= s.from) at = &s;
  return at->latency + x * at->seconds_per_byte;
}

double rate(double slope) {
  return slope > 0 ? 1 / slope : infinite;
}

std::string length_text(double bytes) {
  constexpr double most = 9.2e18;  // of what a length can be
  return human_bytes(std::llround(std::min(bytes, most)));
}

/// Whether times grow with the length beyond doubt, so that they tell a bandwidth.
bool has_slope(const Segment& s) {
  return s.seconds_per_byte > s.slope_width;
}

void add_segment(FittedCurve& curve, const Segment& s, std::size_t number) {
  const std::string where = fmt::format("{} to {}", length_text(s.from), length_text(s.to));
  curve.parameters.push_back({fmt::format("alpha_{}", number), "latency, " + where, "s", s.latency,
                              stats::Interval{s.latency - s.latency_width, s.latency + s.latency_width}});
  curve.parameters.push_back(
      {fmt::format("B_{}", number), "bandwidth, " + where, "B/s", rate(s.seconds_per_byte),
       stats::Interval{rate(s.seconds_per_byte + s.slope_width), rate(s.seconds_per_byte - s.slope_width)}});
}

void add_drawing(FittedCurve& curve, std::span<const Sample> samples, std::span<const Segment> segments) {
  for (const Sample& s : samples)
    curve.points.push_back({s.bytes, s.seconds, time_at(segments, s.bytes), s.sigma, s.half_interval});
  for (const Segment& s : segments)
    for (int i = 0; i <= 40; ++i) {
      const double low = std::max(1.0, s.from);
      const double x = i == 0 ? s.from : low * std::pow(std::max(low, s.to) / low, i / 40.0);
      curve.curve.push_back({x, s.latency + x * s.seconds_per_byte});
    }
}

std::vector<Segment> lines_through(std::span<const Sample> samples) {
  if (samples.empty()) return {};
  const Series series(samples);
  if (series.lengths_before.back() < fewest_lengths) return {};
  double total = 0;
  for (const Sample& s : samples) total += std::pow(s.seconds / s.sigma, 2);
  const auto cuts = partitions(
      series.breaks.size() - 1, most_segments,
      [&](std::size_t from, std::size_t to) { return series.cost(series.breaks[from], series.breaks[to]); });
  const Partition& best = chosen_partition(cuts, total, static_cast<int>(samples.size()));
  std::vector<Segment> segments;
  for (std::size_t i = 0; i + 1 < best.starts.size(); ++i) {
    const std::size_t from = series.breaks[best.starts[i]], to = series.breaks[best.starts[i + 1]];
    segments.push_back(line_through(samples.subspan(from, to - from)));
  }
  return segments;
}

std::vector<Sample> weighted_by_lines(std::span<const Sample> sorted) {
  return weighted_by_fit({sorted.begin(), sorted.end()}, [](std::span<const Sample> samples) {
    const auto segments = lines_through(samples);
    std::vector<double> seconds;
    if (segments.empty()) return seconds;
    for (const Sample& s : samples) seconds.push_back(time_at(segments, s.bytes));
    return seconds;
  });
}

}  // namespace

std::vector<Segment> segment_lines(std::span<const Sample> samples) {
  return lines_through(weighted_by_lines(samples));
}

double half_performance_length(std::span<const Segment> segments, double full) {
  if (!std::isfinite(full)) return infinite;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const Segment& s = segments[i];
    if (s.from > 0 && s.from / (s.latency + s.from * s.seconds_per_byte) >= full / 2) return s.from;
    const double share = 1 - full / 2 * s.seconds_per_byte;
    double x = infinite;
    if (share > 0) x = s.latency * full / 2 / share;
    const bool last = i + 1 == segments.size();
    if (last ? std::isfinite(x) : x < segments[i + 1].from) return std::max(x, s.from);
  }
  return infinite;
}

Result<FittedCurve> fit_latency(std::span<const Sample> unsorted) {
  const auto samples = weighted_by_lines(by_length(unsorted));
  const auto segments = lines_through(samples);
  if (segments.empty())
    return failure(fmt::format("not identifiable: latency and bandwidth need at least {} different lengths",
                               fewest_lengths));
  if (segments.size() == 1 && !has_slope(segments[0]))
    return failure(
        "not identifiable: the time does not grow with the length beyond doubt, so that there is no "
        "bandwidth: measure longer messages");
  FittedCurve curve;
  const Sample& first = samples.front();
  curve.name = fmt::format("latency and bandwidth of {}, {}{}", name_of(first),
                           first.pairs > 1 ? fmt::format("{} groups of ", first.pairs) : "",
                           counted(first.processes, "process"));
  curve.formula = std::string("T = alpha_i + x / B_i in segment i");
  curve.source = std::string("Hockney 1994, with break points (segmented least squares, number by AICc)");
  curve.x_label = std::string("message length"), curve.x_unit = std::string("B");
  curve.y_label = std::string("time"), curve.y_unit = std::string("s");
  for (std::size_t i = 0; i < segments.size(); ++i) add_segment(curve, segments[i], i + 1);
  for (std::size_t i = 1; i < segments.size(); ++i)
    curve.parameters.push_back({fmt::format("x_{}", i), "first length of the next segment", "B",
                                segments[i].from, stats::Interval{segments[i - 1].to, segments[i].from}});
  if (has_slope(segments.back())) {
    const double full = rate(segments.back().seconds_per_byte);
    curve.parameters.push_back({"B_inf", "asymptotic bandwidth", "B/s", full, {}});
    curve.parameters.push_back(
        {"n_1/2", "half-performance length", "B", half_performance_length(segments, full), {}});
  } else {
    curve.notes.emplace_back(
        "the time of the longest messages does not grow with the length beyond doubt: there is no B_inf");
  }
  add_drawing(curve, samples, segments);
  curve.quality = quality(curve.points, 3 * static_cast<int>(segments.size()) - 1);
  return curve;
}

}  // namespace sonde::model
