#include "model/fit_maxrate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "base/text.hpp"
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
  double open_to = 0;  ///< rate that more pairs may still reach where the fewest fill the link
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

stats::Interval link_interval(const Case& c, double width) {
  const auto interval = rate_interval(c.link, width);
  return {interval.low, std::max(interval.high, c.open_to)};
}

/// `widths`: half of the intervals of alpha, 1 / R_Cb and 1 / R_N, as far as the case has them.
void add_parameters(FittedCurve& curve, const Case& c, std::span<const double> widths,
                    const std::set<int>& counts) {
  const int most = *counts.rbegin();
  curve.parameters.push_back(
      {"alpha", "latency", "s", c.alpha, stats::Interval{c.alpha - widths[0], c.alpha + widths[0]}});
  if (c.has_link)
    curve.parameters.push_back(
        {"R_N", "rate of the link of a node", "B/s", c.link, link_interval(c, widths[c.has_base ? 2 : 1])});
  else
    curve.notes.push_back(
        fmt::format("R_N is not identifiable: nothing shows that {} pairs fill the link; it is at least {}.",
                    most, human_rate(c.rate(most))));
  if (c.has_base)
    curve.parameters.push_back(
        {"R_Cb", "rate of one process", "B/s", c.base, rate_interval(c.base, widths[1])});
  else
    curve.notes.push_back(
        fmt::format("R_Cb and R_Ci are not identifiable: {} the link; R_Cb is at least {}.",
                    c.full > 1 ? counted(static_cast<int>(c.full), "pair") + " fill" : "one pair fills",
                    human_rate(c.link / c.full)));
  if (c.has_ratio && counts.size() == 2)
    curve.notes.emplace_back(
        "R_Ci is not identifiable: two numbers of pairs do not tell what a process adds from a full link.");
  else if (c.has_ratio)
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

/// Rates up to which more pairs may go without a link, by the 95 % interval of R_Ci / R_Cb.
double open_to(Samples samples, const Case& free, int most) {
  const auto problem = problem_of(samples, free, true);
  const double width = half_widths(problem, *solve(problem), samples).back() * free.base;
  return free.base * (1 + (most - 1) * (free.ratio + width));
}

/// Whether the fastest link that these times allow is slower than what the pairs would reach without one.
bool bounded(Samples samples, const Case& c, int most) {
  const auto problem = problem_of(samples, c, c.has_ratio);
  const auto widths = half_widths(problem, *solve(problem), samples);
  return rate_interval(c.link, widths[2]).high <
         (c.has_ratio ? c.base * (1 + (most - 1) * c.ratio) : infinite);
}

/// By 10 in AICc, and by what it takes to name one of `choices` cases.
bool clearly_better(const Case& a, const Case& b, std::size_t choices) {
  return std::isfinite(a.aicc) && a.aicc + 10 + 2 * std::log(static_cast<double>(choices)) <= b.aicc;
}

/// A link that some pairs leave free and others fill, where that is clear; else none at all or one that the
/// fewest pairs fill, whichever is clear. Nothing where the times do not tell these two apart.
std::optional<Case> best_case(Samples samples, const std::set<int>& counts) {
  const int most = *counts.rbegin();
  const auto free = read_case(samples, infinite, counts);
  auto flat = read_case(samples, *counts.begin(), counts);
  if (!free || !flat) return std::nullopt;
  std::optional<Case> filled;
  for (const int full : counts) {
    if (full == *counts.begin()) continue;
    const auto c = read_case(samples, full, counts);
    if (c && consistent(*c, counts) && (!filled || c->aicc < filled->aicc)) filled = c;
  }
  if (filled && clearly_better(*filled, *free, counts.size()) &&
      clearly_better(*filled, *flat, counts.size()) && bounded(samples, *filled, most))
    return filled;
  if (clearly_better(*free, *flat, 1)) return free;
  flat->open_to = open_to(samples, *free, most);
  return flat->open_to < 1.5 * free->rate(*counts.begin()) ? flat : std::nullopt;
}

}  // namespace

Result<FittedCurve> fit_maxrate(Samples unsorted) {
  std::set<int> counts;
  std::set<double> lengths;
  for (const Sample& s : unsorted) counts.insert(s.pairs), lengths.insert(s.bytes);
  if (counts.size() < 2)
    return failure(
        "not identifiable: the max-rate model needs PingPong runs of at least two numbers of pairs");
  if (lengths.size() < 2 || unsorted.size() < 6)
    return failure("not identifiable: the max-rate model needs at least two lengths and six points");
  const auto samples = weighted_by_fit(by_length(unsorted), [&](Samples all) {
    const auto best = best_case(all, counts);
    std::vector<double> seconds;
    if (best)
      for (const Sample& s : all) seconds.push_back(best->time(s));
    return seconds;
  });
  const auto best = best_case(samples, counts);
  if (!best)
    return failure("not identifiable: these times do not tell whether more pairs carry more than few");
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
  add_parameters(curve, *best, half_widths(problem, *solve(problem), samples), counts);
  for (const FittedPoint& p : curve.points) curve.curve.push_back({p.x, p.fitted, p.series});
  curve.quality = quality(curve.points, best->parameters);
  return curve;
}

}  // namespace sonde::model
