#include "history/alarm.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <span>

#include "base/contract.hpp"
#include "stats/order.hpp"

namespace sonde::history {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t first_judged = newest_nights + reference_nights - 1;
constexpr std::size_t least_newest = 3, least_reference = 12;  // nights that measured the case
constexpr std::size_t least_past = 20;                         // differences that a case's own scale needs
constexpr double scale_level = 0.9, least_scale = 0.01, power = 0.8;

/// What was measured in [begin, end).
std::vector<double> present(const std::vector<double>& values, std::size_t begin, std::size_t end) {
  return stats::present(std::span(values).subspan(begin, end - begin));
}

double difference(const Series& series, std::size_t night) {
  EXPECTS(series.known_after <= night);
  const std::size_t newest = night + 1 - newest_nights;
  std::size_t begin = newest - reference_nights;
  const auto& levels = series.new_levels;
  if (const auto later = levels.upper_bound(night - series.known_after); later != levels.begin())
    begin = std::max(begin, *std::prev(later));
  if (begin >= newest) return none;
  const auto now = present(series.values, newest, night + 1), before = present(series.values, begin, newest);
  if (now.size() < least_newest || before.size() < least_reference) return none;
  return stats::median(now) - stats::median(before);
}

double around_median(std::span<const double> values) {
  if (values.empty()) return 0;
  const double middle = stats::median(values);
  double sum = 0;
  for (const double value : values) sum += std::abs(value - middle);
  return sum;
}

}  // namespace

bool Verdict::slower() const {
  return std::ranges::any_of(moved, [](const Moved& m) { return m.change > 0; });
}

bool Verdict::faster() const {
  return std::ranges::any_of(moved, [](const Moved& m) { return m.change < 0; });
}

Differences::Differences(const std::vector<Series>& cases) : cases_(cases) {
  for (const Series& series : cases) {
    auto& out = differences_.emplace_back(series.values.size(), none);
    for (std::size_t night = first_judged; night < series.values.size(); ++night)
      out[night] = difference(series, night);
  }
}

std::size_t Differences::begin_of_level(std::size_t of, std::size_t night) const {
  const auto& values = cases_[of].values;
  const std::size_t begin = night - first_judged;
  std::size_t best = night;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t split = begin + 1; split <= night; ++split) {
    const double cost =
        around_median(present(values, begin, split)) + around_median(present(values, split, night + 1));
    if (cost < least) least = cost, best = split;
  }
  return best;
}

Verdict Differences::judge(std::size_t night) const {
  EXPECTS(night + 1 >= least_nights);
  Verdict out;
  out.past = night - first_judged;
  std::vector<double> scores(out.past, 0.0);  // of the nights before
  std::vector<double> scales(cases_.size(), none);
  std::vector<double> shows(cases_.size(), none);
  for (std::size_t c = 0; c < cases_.size(); ++c) {
    const auto& d = differences_[c];
    const auto past = present(d, first_judged, night);
    if (past.size() < least_past || std::isnan(d[night])) continue;
    std::vector<double> sizes{std::abs(d[night])},
        gains;  // the newest night has no other scale than those before
    for (const double value : past) sizes.push_back(std::abs(value)), gains.push_back(-value);
    scales[c] = std::max(least_scale, stats::quantile(stats::sorted(sizes), scale_level));
    shows[c] = stats::quantile(stats::sorted(gains), power);
    ++out.judged;
    for (std::size_t t = 0; t < out.past; ++t)
      if (const double value = d[first_judged + t]; !std::isnan(value))
        scores[t] = std::max(scores[t], std::abs(value) / scales[c]);
    out.score = std::max(out.score, std::abs(d[night]) / scales[c]);
  }
  // A night is one of past + 1 that might each have been the highest: so many of the past may be as high.
  const auto nights = static_cast<double>(out.past);
  out.rate = std::max(stated_rate, end_effect / nights);
  const auto allowed = static_cast<std::size_t>(out.rate / end_effect * (nights + 1) + 1e-9) - 1;
  std::ranges::sort(scores, std::greater());
  out.limit = scores[allowed];
  out.visible_of.assign(cases_.size(), none);
  for (std::size_t c = 0; c < cases_.size(); ++c) {
    if (std::isnan(scales[c])) continue;
    out.visible_of[c] = std::max(change_threshold, std::expm1(out.limit * scales[c] + shows[c]));
    out.visible.push_back(out.visible_of[c]);
    const double d = differences_[c][night], score = std::abs(d) / scales[c];
    if (score > out.limit && std::max(std::expm1(d), std::expm1(-d)) >= change_threshold)
      out.moved.push_back({c, std::expm1(d), std::expm1(d - scales[c]), std::expm1(d + scales[c]), score,
                           begin_of_level(c, night)});
  }
  std::ranges::sort(out.moved, [](const Moved& a, const Moved& b) { return a.score > b.score; });
  std::ranges::sort(out.visible);
  return out;
}

}  // namespace sonde::history
