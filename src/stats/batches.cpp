#include "stats/batches.hpp"

#include <algorithm>

#include "base/contract.hpp"
#include "stats/interval.hpp"
#include "stats/modes.hpp"
#include "stats/often_slowest.hpp"
#include "stats/order.hpp"
#include "stats/outliers.hpp"

namespace sonde::stats {

namespace {

/// Relative change between the medians of the first and the last third; medians, so that one slow batch is no
/// drift.
double relative_drift(std::span<const double> series) {
  const std::size_t third = series.size() / 3;
  if (third < 2) return 0;
  const double before = median(series.first(third));
  return before > 0 ? median(series.last(third)) / before - 1 : 0;
}

void add_quantiles(Summary& out, std::span<const double> ascending) {
  out.min = ascending.front();
  out.max = ascending.back();
  out.median = quantile(ascending, 0.50);
  out.p5 = quantile(ascending, 0.05);
  out.p25 = quantile(ascending, 0.25);
  out.p75 = quantile(ascending, 0.75);
  out.p95 = quantile(ascending, 0.95);
}

void add_slowest(Summary& out, const LoopFacts& facts) {
  const auto slowest = often_slowest(facts.slowest, facts.ranks);
  out.slowest_rank = slowest.rank;
  out.slowest_share = slowest.share;
  out.slowest_lead = slowest.lead;
  out.slowest_chance = slowest.chance;
}

void add_outliers(Summary& out, std::span<const double> batch_means, const LoopFacts& facts) {
  const auto found = outliers(batch_means, facts.batch_repetitions);
  if (!found) return;
  out.outlier_share = found->share;
  out.outlier_time = found->time;
}

std::optional<double> excess_of_slowest(std::span<const double> largest, std::span<const double> averages) {
  if (averages.empty()) return std::nullopt;
  EXPECTS(averages.size() == largest.size());
  std::vector<double> excess;
  for (std::size_t i = 0; i < largest.size(); ++i)
    excess.push_back(averages[i] > 0 ? largest[i] / averages[i] - 1 : 0);
  return median(excess);
}

Summary without_batches(Summary out) {
  out.median = out.p5 = out.p25 = out.p75 = out.p95 = out.min = out.max = out.mean;
  return out;
}

}  // namespace

std::vector<double> batch_means(std::span<const double> seconds, std::span<const std::int64_t> repetitions,
                                double scale) {
  EXPECTS(seconds.size() == repetitions.size());
  std::vector<double> out;
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    EXPECTS(repetitions[i] > 0);
    out.push_back(scale * seconds[i] / static_cast<double>(repetitions[i]));
  }
  return out;
}

Summary summarise(std::span<const double> batch_means, const LoopFacts& facts) {
  Summary out;
  out.mean = facts.mean;
  out.repetitions = facts.repetitions;
  out.warm_up = facts.warm_up;
  out.stop_reason = facts.stop_reason;
  out.batches = static_cast<int>(batch_means.size());
  add_slowest(out, facts);
  if (batch_means.empty()) return without_batches(out);
  const auto ascending = sorted(batch_means);
  add_quantiles(out, ascending);
  out.rho = rank_autocorrelation(batch_means);
  out.effective_batches = effective_number(batch_means);
  if (carry_interval(out.batches)) {
    const Interval interval = median_interval(ascending, out.effective_batches);
    out.ci_low = interval.low;
    out.ci_high = interval.high;
  }
  out.slowest_excess = excess_of_slowest(batch_means, facts.rank_averages);
  out.drift = relative_drift(batch_means);
  out.trend = trend(batch_means);
  out.modes = find_modes(batch_means);
  add_outliers(out, batch_means, facts);
  return out;
}

double overlap_percent(double pure_seconds, double cpu_seconds, double overlapped_seconds, Of of) {
  const auto [shorter, longer] = std::minmax(pure_seconds, cpu_seconds);
  if (!(shorter > 0)) return 0;
  const double whole = of == Of::shorter ? shorter : longer;
  return 100 * std::clamp((pure_seconds + cpu_seconds - overlapped_seconds) / whole, 0.0, 1.0);
}

}  // namespace sonde::stats
