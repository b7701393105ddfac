#include "model/fit_maxrate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "base/units.hpp"
#include "model/groups.hpp"
#include "model/least_squares.hpp"

namespace sonde::model {

namespace {

using Samples = std::span<const Sample>;

// One reading of the data: pairs from `full` on fill the link (infinite: none do).
struct Case {
  double full = infinite;
  double ratio = 0;  ///< R_Ci / R_Cb
  bool has_base = false, has_ratio = false, has_link = false;
  double alpha = 0, base = 0, link = infinite;
  double aicc = infinite;
  int parameters = 0;

  [[nodiscard]] double rate(int pairs) const {
    return pairs >= full ? link : base * (1 + (pairs - 1) * ratio);
  }
  [[nodiscard]] double time(const Sample& s) const { return alpha + s.pairs * s.bytes / rate(s.pairs); }
};

/// What the time of a sample is made of: alpha, 1 / R_Cb and 1 / R_N, as far as the case has them.
std::vector<double> row_of(const Sample& s, const Case& c, bool free_ratio) {
  const double volume = s.pairs * s.bytes, further = s.pairs - 1, pairs = 1 + further * c.ratio;
  const bool above = s.pairs >= c.full;
  std::vector<double> row{1};
  if (c.has_base) row.push_back(above ? 0 : volume / pairs);
  if (c.has_link) row.push_back(above ? volume : 0);
  if (free_ratio) row.push_back(above ? 0 : volume * further / (pairs * pairs));
  return row;
}

/// `free_ratio`: R_Ci / R_Cb may move, too, by a column of its own. The errors count that; the values are no
/// solution.
LinearProblem problem_of(Samples samples, const Case& c, bool free_ratio = false) {
  LinearProblem problem;
  for (const Sample& s : samples) {
    const auto row = row_of(s, c, free_ratio);
    problem.columns = static_cast<int>(row.size());
    problem.design.insert(problem.design.end(), row.begin(), row.end());
    problem.y.push_back(s.seconds);
    problem.sigma.push_back(s.sigma);
  }
  return problem;
}

std::optional<Case> read_case(Samples samples, double full, const std::set<int>& counts) {
  Case c{.full = full};
  const auto below = std::count_if(counts.begin(), counts.end(), [&](int k) { return k < full; });
  c.has_base = below >= 1, c.has_ratio = below >= 2, c.has_link = std::isfinite(full);
  const auto rss_of = [&](double ratio) {
    Case trial = c;
    trial.ratio = ratio;
    const auto found = solve(problem_of(samples, trial));
    if (!found) return infinite;
    return found->rss;
  };
  if (c.has_ratio) c.ratio = golden_minimum(rss_of, 0.0, 2.0, 1e-7);
  const auto found = solve(problem_of(samples, c));
  if (!found || !solve(problem_of(samples, c, c.has_ratio))) return std::nullopt;
  c.alpha = found->value[0];
  if (c.has_base) c.base = 1 / found->value[1];
  if (c.has_link) c.link = 1 / found->value.back();
  if ((c.has_base && !(c.base > 0)) || !(c.link > 0)) return std::nullopt;
  double total = 0;
  for (const Sample& s : samples) total += std::pow(s.seconds / s.sigma, 2);
  c.parameters = 1 + (c.has_base ? 1 : 0) + (c.has_ratio ? 1 : 0) + (c.has_link ? 1 : 0);
  c.aicc = aicc(std::max(found->rss, total * 1e-12), total, static_cast<int>(samples.size()), c.parameters);
  return c;
}

// The link is not slower than what fewer pairs reached; nor would the pairs have gone beyond it on their own
// much earlier.
bool consistent(const Case& c, const std::set<int>& counts) {
  if (!c.has_base || !c.has_link) return true;
  int last = 0;
  for (const int k : counts)
    if (k < c.full) last = k;
  return c.link >= 0.98 * c.rate(last);
}

stats::Interval rate_interval(double value, double width) {
  const double slope = 1 / value;
  return {1 / (slope + width), slope > width ? 1 / (slope - width) : infinite};
}

/// `widths`: half of the intervals of alpha, 1 / R_Cb and 1 / R_N, as far as the case has them.
void add_parameters(FittedCurve& curve, const Case& c, std::span<const double> widths, int most) {
  curve.parameters.push_back(
      {"alpha", "latency", "s", c.alpha, stats::Interval{c.alpha - widths[0], c.alpha + widths[0]}});
  if (c.has_link)
    curve.parameters.push_back({"R_N", "rate of the link of a node", "B/s", c.link,
                                rate_interval(c.link, widths[c.has_base ? 2 : 1])});
  else
    curve.notes.push_back(
        fmt::format("R_N is not identifiable: {} pairs do not fill the link; it is at least {}.", most,
                    human_rate(c.rate(most))));
  if (c.has_base)
    curve.parameters.push_back(
        {"R_Cb", "rate of one process", "B/s", c.base, rate_interval(c.base, widths[1])});
  else
    curve.notes.emplace_back("R_Cb and R_Ci are not identifiable: one pair fills the link.");
  if (c.has_ratio)
    curve.parameters.push_back({"R_Ci", "what each further process adds", "B/s", c.base * c.ratio, {}});
  else if (c.has_base)
    curve.notes.emplace_back("R_Ci is not identifiable: only one number of pairs leaves the link free.");
  if (c.has_link && c.has_ratio && c.ratio > 0)
    curve.parameters.push_back(
        {"k_full", "pairs that saturate the link", "1", 1 + (c.link / c.base - 1) / c.ratio, {}});
  else if (c.has_link)
    curve.parameters.push_back(
        {"k_full", "pairs that saturate the link (smallest measured)", "1", c.full, {}});
}

}  // namespace

Result<FittedCurve> fit_maxrate(Samples unsorted) {
  const auto samples = by_length(unsorted);
  std::set<int> counts;
  std::set<double> lengths;
  for (const Sample& s : samples) counts.insert(s.pairs), lengths.insert(s.bytes);
  if (counts.size() < 2)
    return failure(
        "not identifiable: the max-rate model needs PingPong runs of at least two numbers of pairs");
  if (lengths.size() < 2 || samples.size() < 6)
    return failure("not identifiable: the max-rate model needs at least two lengths and six points");
  std::optional<Case> best = read_case(samples, infinite, counts);
  for (const int full : counts) {
    const auto c = read_case(samples, full, counts);
    if (c && consistent(*c, counts) && (!best || c->aicc < best->aicc)) best = c;
  }
  if (!best) return failure("not identifiable: no positive rate explains these times");
  FittedCurve curve;
  curve.name = fmt::format("max-rate of PingPong, {} to {} pairs", *counts.begin(), *counts.rbegin());
  curve.formula = std::string("T = alpha + k x / min(R_N, R_Cb + (k - 1) R_Ci)");
  curve.source = std::string("Gropp, Olson, Samfass, EuroMPI 2016");
  curve.x_label = std::string("message length"), curve.x_unit = std::string("B");
  curve.series_label = std::string("pairs");
  curve.y_label = std::string("time"), curve.y_unit = std::string("s");
  for (const Sample& s : samples)
    curve.points.push_back({s.bytes, s.seconds, best->time(s), s.sigma, s.half_interval, s.pairs});
  std::stable_sort(curve.points.begin(), curve.points.end(),
                   [](const auto& a, const auto& b) { return a.series < b.series; });
  const auto problem = problem_of(samples, *best, best->has_ratio);
  add_parameters(curve, *best, half_widths(problem, *solve(problem), samples), *counts.rbegin());
  for (const FittedPoint& p : curve.points) curve.curve.push_back({p.x, p.fitted, p.series});
  curve.quality = quality(curve.points, best->parameters);
  return curve;
}

}  // namespace sonde::model
