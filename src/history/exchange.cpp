#include "history/exchange.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "base/contract.hpp"
#include "stats/order.hpp"
#include "stats/shuffle.hpp"

namespace sonde::history {
namespace {

constexpr std::size_t most_exchanges = 1000;
constexpr double without_end = std::numeric_limits<double>::infinity();

/// The nights of both groups; a label says which stand in the second one.
using Labels = std::vector<bool>;

/// All labellings with so many in the second group, where they are few enough; the true one first.
std::vector<Labels> labellings(std::size_t before, std::size_t after) {
  Labels truth(before, false);
  truth.resize(before + after, true);
  std::vector<Labels> out{truth};
  Labels next = truth;
  while (out.size() <= most_exchanges && std::next_permutation(next.begin(), next.end())) out.push_back(next);
  if (out.size() <= most_exchanges) return out;
  out.assign(1, truth);
  next = truth;
  std::mt19937_64 random(1);
  while (out.size() < most_exchanges) {
    stats::shuffle(next.size(), random,
                   [&](std::size_t a, std::size_t b) { Labels::swap(next[a], next[b]); });
    out.push_back(next);
  }
  return out;
}

/// One case, its nights in the order of labels.
struct Sample {
  std::size_t of = 0;
  std::vector<double> values{};
  std::vector<double> ranks{};  ///< NaN where there is no value
};

/// How many values there are in each group, and the deviation of the sum of ranks of the second where nothing
/// differs.
struct Sizes {
  double before = 0, after = 0;

  [[nodiscard]] double deviation() const { return std::sqrt(before * after * (before + after + 1) / 12); }
};

/// The sum of ranks of the second group less what is expected, in deviations (Wilcoxon): one far night counts
/// as one night.
double score_of(const Sample& sample, const Labels& labels) {
  Sizes sizes;
  double sum = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (std::isnan(sample.ranks[i])) continue;
    (labels[i] ? sizes.after : sizes.before) += 1;
    if (labels[i]) sum += sample.ranks[i];
  }
  if (sizes.before == 0 || sizes.after == 0) return 0;
  return (sum - sizes.after * (sizes.before + sizes.after + 1) / 2) / sizes.deviation();
}

/// False where the case was measured in less than half of the nights of a group.
bool fill_sample(const std::vector<double>& values, std::span<const std::size_t> before,
                 std::span<const std::size_t> after, Sample& out) {
  for (const auto nights : {before, after}) {
    if (!half_measured(values, nights)) return false;
    for (const std::size_t night : nights) out.values.push_back(values[night]);
  }
  const auto ranks = stats::ranks(stats::present(out.values));
  auto next = ranks.begin();
  for (const double value : out.values)
    out.ranks.push_back(std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : *next++);
  return true;
}

/// The largest score of all cases, by labelling.
std::vector<double> largest(std::span<const Sample> samples, std::span<const Labels> all) {
  std::vector<double> out;
  for (const Labels& labels : all) {
    double most = 0;
    for (const Sample& sample : samples) most = std::max(most, std::abs(score_of(sample, labels)));
    out.push_back(most);
  }
  return out;
}

struct Shift {
  double middle = 0, low = 0, high = 0;
};

/// By all differences of a night of the second group and one of the first: their median, and those between
/// which no shift has a score above the limit (Hodges and Lehmann).
Shift shift_of(const Sample& sample, std::size_t before, double limit) {
  const auto first = stats::present(std::span(sample.values).first(before));
  const auto second = stats::present(std::span(sample.values).subspan(before));
  std::vector<double> all;
  for (const double b : second)
    for (const double a : first) all.push_back(b - a);
  std::ranges::sort(all);
  const Sizes sizes{static_cast<double>(first.size()), static_cast<double>(second.size())};
  const double beyond = std::ceil(static_cast<double>(all.size()) / 2 - limit * sizes.deviation() - 1e-9);
  if (beyond < 1) return {stats::quantile(all, 0.5), -without_end, without_end};
  const auto at = static_cast<std::size_t>(beyond);
  return {stats::quantile(all, 0.5), all[at - 1], all[all.size() - at]};
}

/// In each of two groups of the same size, so that the interval is narrow enough for a verdict; 0: these
/// nights do not tell.
std::size_t nights_for(const Shift& shift, double groups) {
  const double half = (shift.high - shift.low) / 2;
  if (!std::isfinite(half)) return 0;
  const double threshold = std::log1p(exchange_threshold), size = std::abs(shift.middle);
  const double wanted = std::max(size >= threshold ? size : threshold - size, threshold / 10);
  return static_cast<std::size_t>(std::ceil(2 * (half / wanted) * (half / wanted) / groups));
}

void judge(Exchanged& one, Shift shift, double rounding, double groups) {
  shift.low -= rounding, shift.high += rounding;
  one.change = std::expm1(shift.middle);
  one.low = std::expm1(shift.low);
  one.high = std::expm1(shift.high);
  const double threshold = std::log1p(exchange_threshold);
  if (one.chance <= exchange_level && std::abs(shift.middle) >= threshold + rounding)
    one.judged = shift.middle > 0 ? Judged::slower : Judged::faster;
  else if (shift.low >= -threshold && shift.high <= threshold)
    one.judged = Judged::same;
  else
    one.nights = nights_for(shift, groups);
}

}  // namespace

bool half_measured(std::span<const double> values, std::span<const std::size_t> nights) {
  const auto there = static_cast<std::size_t>(
      std::ranges::count_if(nights, [&](std::size_t night) { return !std::isnan(values[night]); }));
  return there > 0 && 2 * there >= nights.size();
}

NightExchange exchange(std::span<const std::vector<double>> values, std::span<const std::size_t> before,
                       std::span<const std::size_t> after, std::span<const double> rounding) {
  EXPECTS(!before.empty() && !after.empty() && (rounding.empty() || rounding.size() == values.size()));
  const auto all = labellings(before.size(), after.size());
  std::vector<Sample> samples;
  for (std::size_t c = 0; c < values.size(); ++c) {
    Sample sample{c};
    if (fill_sample(values[c], before, after, sample)) samples.push_back(std::move(sample));
  }
  NightExchange out;
  out.exchanges = all.size();
  const auto count = static_cast<double>(all.size());
  // With groups of the same size each labelling has a mirror image with the same distances.
  out.least_chance = (before.size() == after.size() ? 2 : 1) / count;
  auto scores = largest(samples, all);
  std::ranges::sort(scores, std::greater());
  const double limit = scores[static_cast<std::size_t>(exchange_level * count + 1e-9)];
  const double groups = 1 / static_cast<double>(before.size()) + 1 / static_cast<double>(after.size());
  for (const Sample& sample : samples) {
    const double score = std::abs(score_of(sample, all.front()));
    Exchanged one{sample.of};
    one.chance =
        static_cast<double>(std::ranges::count_if(scores, [&](double s) { return s >= score - 1e-9; })) /
        count;
    judge(one, shift_of(sample, before.size(), limit), rounding.empty() ? 0 : rounding[sample.of], groups);
    out.cases.push_back(one);
  }
  std::ranges::stable_sort(out.cases, std::greater(),
                           [](const Exchanged& one) { return std::abs(std::log1p(one.change)); });
  return out;
}

}  // namespace sonde::history
