#include "stats/histogram.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>

#include "base/contract.hpp"

namespace sonde::stats {

namespace {

constexpr int mantissa_bits = 52, bin_bits = 7;
static_assert(Histogram::bins_of_a_doubling == 1 << bin_bits);
constexpr double first_edge = 1.0 / (1 << -Histogram::shortest);
constexpr std::uint64_t first_code = std::bit_cast<std::uint64_t>(first_edge) >> (mantissa_bits - bin_bits);

/// The time at this share of the width of a bin; no time at all in the one below the first edge.
double within(std::size_t bin, double share) {
  if (bin == 0) return 0;
  const auto place = static_cast<int>(bin) - 1;
  const double part = (place % Histogram::bins_of_a_doubling + share) / Histogram::bins_of_a_doubling;
  return std::ldexp(1 + part, Histogram::shortest + place / Histogram::bins_of_a_doubling);
}

/// Probability of exactly k of n.
double binomial(double n, double k, double p) {
  return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) + k * std::log(p) +
                  (n - k) * std::log1p(-p));
}

std::optional<double> end_of(const Histogram& calls, std::int64_t rank, double scale) {
  if (rank < 1 || rank > calls.total()) return std::nullopt;
  return calls.at_rank(rank) * scale;
}

TailQuantile tail_quantile(const Histogram& calls, double level, double scale) {
  const auto n = calls.total();
  const double exact = level * static_cast<double>(n);
  constexpr double rounding = 1e-9;  // 0.9 x 10 is 9 and not the next above it
  const auto rank =
      std::clamp<std::int64_t>(static_cast<std::int64_t>(std::ceil(exact * (1 - rounding))), 1, n);
  const auto ends = quantile_ranks(n, level);
  return {level, calls.at_rank(rank) * scale, end_of(calls, ends.low, scale),
          end_of(calls, ends.high, scale)};
}

}  // namespace

std::size_t Histogram::bin_of(double seconds) {
  if (!(seconds >= first_edge)) return 0;
  const auto code = std::bit_cast<std::uint64_t>(seconds) >> (mantissa_bits - bin_bits);
  return static_cast<std::size_t>(std::min<std::uint64_t>(code - first_code + 1, bins - 1));
}

void Histogram::merge(const Histogram& other) {
  if (!other.counts_.empty()) merge(other.counts_);
}

void Histogram::merge(std::span<const std::uint64_t> counts) {
  EXPECTS(counts.size() == bins);
  if (counts_.empty()) prepare();
  std::ranges::transform(counts_, counts, counts_.begin(), std::plus{});
}

std::int64_t Histogram::total() const {
  return static_cast<std::int64_t>(std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}));
}

double Histogram::at_rank(std::int64_t rank) const {
  EXPECTS(rank >= 1 && rank <= total());
  auto left = static_cast<std::uint64_t>(rank);
  std::size_t bin = 0;
  while (counts_[bin] < left) left -= counts_[bin++];
  return within(bin, 0.5);
}

RankInterval quantile_ranks(std::int64_t n, double level) {
  constexpr double each_side = 0.025, far = 10;  // standard deviations
  const auto all = static_cast<double>(n);
  const double reach = far * std::sqrt(all * level * (1 - level)) + far;
  const auto first = static_cast<std::int64_t>(std::max(0.0, std::floor(all * level - reach)));
  double chance = binomial(all, static_cast<double>(first), level);
  double below = 0;  // of fewer than k values below the quantile
  RankInterval found{0, n + 1};
  for (std::int64_t k = first; k <= n; ++k) {
    if (1 - below <= each_side) {
      found.high = k;
      break;
    }
    below += chance;
    if (below <= each_side) found.low = k + 1;
    const auto at = static_cast<double>(k);
    chance *= (all - at) / (at + 1) * level / (1 - level);
  }
  return found;
}

TailCurve curve_of(const Histogram& calls, double scale) {
  constexpr double step = 1.0 / 48;
  const auto counts = calls.counts();
  const std::int64_t all = calls.total();
  EXPECTS(all > 0);
  const auto log = [](std::int64_t count) { return std::log(static_cast<double>(count)); };
  TailCurve curve;
  const auto add = [&](std::size_t bin, std::int64_t above) {
    curve.seconds.push_back(within(bin, 0) * scale);
    curve.above.push_back(above);
  };
  std::int64_t left = all;
  for (std::size_t bin = 0; bin < counts.size() && left > 0; ++bin) {
    if (counts[bin] == 0) continue;
    if (left == all) add(bin, all);
    left -= static_cast<std::int64_t>(counts[bin]);
    const std::int64_t before = curve.above.back();
    if (left == 0 || static_cast<double>(before - left) >= step * static_cast<double>(all) ||
        log(before) - log(left) >= step * log(all))
      add(bin + 1, left);
  }
  return curve;
}

std::optional<Tail> tail_of(const Histogram& calls, double scale) {
  Tail tail{.calls = calls.total()};
  if (tail.calls == 0) return std::nullopt;
  for (const double level : {median_level, p90_level, p99_level, p999_level})
    if (level < p999_level || tail.calls > too_few_calls_for_p999)
      tail.quantiles.push_back(tail_quantile(calls, level, scale));
  tail.curve = curve_of(calls, scale);
  return tail;
}

std::optional<double> quantile_of(const Tail& tail, double level) {
  for (const TailQuantile& q : tail.quantiles)
    if (std::abs(q.level - level) < 1e-9) return q.seconds;
  return std::nullopt;
}

}  // namespace sonde::stats
