#include "history/alarm.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <map>

#include "base/contract.hpp"
#include "stats/order.hpp"

namespace sonde::history {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t first_judged = newest_nights + reference_nights - 1;
constexpr std::size_t least_newest = 3, least_reference = 12;  // nights that measured the case
constexpr std::size_t least_past = 20;                         // differences that a case's own scale needs
constexpr std::size_t least_nights_before = least_nights - 1 - first_judged;  // that a night is judged by
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

/// A night is one of past + 1 that might each have been the highest: so many of the past may be as high.
std::size_t allowed_of(std::size_t past) {
  const auto nights = static_cast<double>(past);
  const double rate = std::max(stated_rate, end_effect / nights);
  return static_cast<std::size_t>(rate / end_effect * (nights + 1) + 1e-9) - 1;
}

double around_median(std::span<const double> values) {
  if (values.empty()) return 0;
  const double middle = stats::median(values);
  double sum = 0;
  for (const double value : values) sum += std::abs(value - middle);
  return sum;
}

}  // namespace

bool NightVerdict::slower() const {
  return std::ranges::any_of(moved, [](const CaseShift& m) { return m.change > 0; });
}

bool NightVerdict::faster() const {
  return std::ranges::any_of(moved, [](const CaseShift& m) { return m.change < 0; });
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

double Differences::rounding(std::size_t of, std::size_t night) const {
  const std::span all(cases_[of].rounding);
  if (all.empty()) return 0;
  const std::size_t newest = night + 1 - newest_nights;
  return std::ranges::max(all.subspan(newest, newest_nights)) +
         std::ranges::max(all.subspan(newest - reference_nights, reference_nights));
}

NightVerdict Differences::judge(std::size_t night) const {
  return Judge(*this, night).next();
}

Judge::Past::Past(std::size_t most) : most_peaks(most), sizes(scale_level), gains(power) {}

void Judge::Past::add(double difference, std::size_t night) {
  if (gains.size() == 0) first = night;
  gains.add(-difference);
  const std::pair made(std::abs(difference), night);
  peaks.insert(std::ranges::upper_bound(peaks, made, std::greater()), made);
  if (peaks.size() > most_peaks) peaks.pop_back();
}

Judge::Judge(const Differences& of, std::size_t first) : of_(of), night_(first_judged) {
  EXPECTS(first + 1 >= least_nights);
  const std::size_t nights = of.cases_.empty() ? first : of.cases_.front().values.size();
  pasts_.assign(of.cases_.size(), Past(allowed_of(nights) + 1));
  for (; night_ < first; ++night_)
    for (std::size_t c = 0; c < pasts_.size(); ++c)
      if (const double d = of_.differences_[c][night_]; !std::isnan(d))
        pasts_[c].sizes.add(std::abs(d)), pasts_[c].add(d, night_);
}

/// The nights by which the next one of a case is judged: since its first difference, of which a quarter may
/// be missing.
std::size_t Judge::past_of(std::size_t of) const {
  return std::min(night_ - pasts_[of].first, pasts_[of].gains.size() * 4 / 3);
}

/// The nights that nine tenths of these cases have behind them: a night of fewer cases has a lower score by
/// its nature, and is none that the next one might be as high as.
std::size_t Judge::common_past(std::span<const std::size_t> cases) const {
  std::vector<std::size_t> pasts;
  for (const std::size_t c : cases) pasts.push_back(past_of(c));
  if (pasts.empty()) return 0;
  const auto at = pasts.begin() + static_cast<std::ptrdiff_t>(pasts.size() / 10);
  std::ranges::nth_element(pasts, at);
  return *at;
}

/// Cases that are younger than a site must be are judged only where the others are nine in ten.
std::vector<std::size_t> Judge::judged_cases() const {
  std::vector<std::size_t> out;
  for (std::size_t c = 0; c < pasts_.size(); ++c)
    if (!std::isnan(of_.differences_[c][night_]) && pasts_[c].gains.size() >= least_past) out.push_back(c);
  if (common_past(out) < least_nights_before)
    std::erase_if(out, [&](std::size_t c) { return past_of(c) < least_nights_before; });
  return out;
}

NightVerdict Judge::next() {
  NightVerdict out;
  out.visible_of.assign(pasts_.size(), none);
  std::vector<double> scales(pasts_.size(), none);
  const auto judged = judged_cases();
  out.past = common_past(judged);
  for (std::size_t c = 0; c < pasts_.size(); ++c)  // the newest night has no other scale than those before
    if (const double d = of_.differences_[c][night_]; !std::isnan(d)) pasts_[c].sizes.add(std::abs(d));
  for (const std::size_t c : judged) {
    scales[c] = std::max(least_scale, pasts_[c].sizes.value());
    out.score = std::max(out.score, std::abs(of_.differences_[c][night_]) / scales[c]);
  }
  out.judged = judged.size();
  if (out.judged > 0) {
    out.rate = std::max(stated_rate, end_effect / static_cast<double>(out.past));
    out.limit = limit(allowed_of(out.past), scales);
  }
  add_moved(out, scales);
  for (std::size_t c = 0; c < pasts_.size(); ++c)
    if (const double d = of_.differences_[c][night_]; !std::isnan(d)) pasts_[c].add(d, night_);
  ++night_;
  return out;
}

/// The score that so many nights of the past exceed. Of each case its highest nights are enough: where a
/// lower one is that of a night's score, its higher ones have scores above it.
double Judge::limit(std::size_t allowed, std::span<const double> scales) const {
  std::map<std::size_t, double> of_night;
  for (std::size_t c = 0; c < pasts_.size(); ++c)
    if (!std::isnan(scales[c]))
      for (const auto& [size, night] : pasts_[c].peaks)
        of_night[night] = std::max(of_night[night], size / scales[c]);
  std::vector<double> scores;
  scores.reserve(of_night.size());
  for (const auto& [night, score] : of_night) scores.push_back(score);
  if (scores.size() <= allowed) return 0;
  std::ranges::nth_element(scores, scores.begin() + static_cast<std::ptrdiff_t>(allowed), std::greater());
  return scores[allowed];
}

void Judge::add_moved(NightVerdict& verdict, std::span<const double> scales) const {
  for (std::size_t c = 0; c < pasts_.size(); ++c) {
    if (std::isnan(scales[c])) continue;
    const double shows = pasts_[c].gains.value(), open = of_.rounding(c, night_);
    const double least = std::log1p(change_threshold) + open;
    verdict.visible_of[c] = std::expm1(std::max(least, verdict.limit * scales[c] + shows));
    verdict.visible.push_back(verdict.visible_of[c]);
    const double d = of_.differences_[c][night_], score = std::abs(d) / scales[c], reach = scales[c] + open;
    if (score > verdict.limit && std::abs(d) >= least)
      verdict.moved.push_back({c, std::expm1(d), std::expm1(d - reach), std::expm1(d + reach), score,
                               of_.begin_of_level(c, night_)});
  }
  std::ranges::sort(verdict.moved, [](const CaseShift& a, const CaseShift& b) { return a.score > b.score; });
  std::ranges::sort(verdict.visible);
}

}  // namespace sonde::history
