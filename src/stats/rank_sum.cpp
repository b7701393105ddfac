#include "stats/rank_sum.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/contract.hpp"
#include "stats/order.hpp"

namespace sonde::stats {

namespace {

constexpr std::size_t largest_exact = 40;

double normal_tail(double z) {
  return 0.5 * std::erfc(z / std::sqrt(2.0));
}

/// How many subsets of `size` of the doubled ranks have each sum.
std::vector<double> subset_sums(const std::vector<std::size_t>& doubled, std::size_t size) {
  const std::size_t total = std::accumulate(doubled.begin(), doubled.end(), std::size_t{0});
  std::vector<std::vector<double>> count(size + 1, std::vector<double>(total + 1, 0.0));
  count[0][0] = 1;
  for (const std::size_t rank : doubled)
    for (std::size_t taken = size; taken > 0; --taken)
      for (std::size_t sum = total; sum >= rank; --sum) count[taken][sum] += count[taken - 1][sum - rank];
  return count[size];
}

double exact_p(const std::vector<double>& rank, std::size_t of_a) {
  std::vector<std::size_t> doubled;
  doubled.reserve(rank.size());
  for (const double r : rank) doubled.push_back(static_cast<std::size_t>(std::lround(2 * r)));
  const auto sums = subset_sums(doubled, of_a);
  const auto observed = static_cast<double>(
      std::accumulate(doubled.begin(), doubled.begin() + static_cast<std::ptrdiff_t>(of_a), std::size_t{0}));
  const auto expected = static_cast<double>(of_a * (rank.size() + 1));
  double extreme = 0;
  double all = 0;
  for (std::size_t sum = 0; sum < sums.size(); ++sum) {
    all += sums[sum];
    if (std::abs(static_cast<double>(sum) - expected) >= std::abs(observed - expected)) extreme += sums[sum];
  }
  return extreme / all;
}

double approximate_p(const std::vector<double>& rank, std::size_t of_a) {
  const auto n = static_cast<double>(rank.size());
  const auto a = static_cast<double>(of_a);
  std::map<double, double> ties;
  for (const double r : rank) ++ties[r];
  double correction = 0;
  for (const auto& [value, count] : ties) correction += count * (count * count - 1);
  const double variance = a * (n - a) / 12 * (n + 1 - correction / (n * (n - 1)));
  const double sum = std::accumulate(rank.begin(), rank.begin() + static_cast<std::ptrdiff_t>(of_a), 0.0);
  const double distance = std::max(0.0, std::abs(sum - a * (n + 1) / 2) - 0.5);
  return variance > 0 ? std::min(1.0, 2 * normal_tail(distance / std::sqrt(variance))) : 1;
}

/// The least and the greatest `dropped` differences lie outside the interval; `level` is what remains.
struct Cut {
  std::size_t dropped = 0;
  double level = 0;
};

Cut exact_cut(std::size_t a, std::size_t b) {
  std::vector<std::size_t> doubled(a + b);
  for (std::size_t i = 0; i < doubled.size(); ++i) doubled[i] = 2 * (i + 1);
  const auto sums = subset_sums(doubled, a);
  const double all = std::accumulate(sums.begin(), sums.end(), 0.0);
  double tail = sums[a * (a + 1)] / all;  // the lowest sum, doubled: U = 0
  Cut cut{0, 1 - 2 * tail};
  for (std::size_t u = 1; 2 * u < a * b; ++u) {
    tail += sums[a * (a + 1) + 2 * u] / all;
    if (2 * tail > 0.05) break;
    cut = {u, 1 - 2 * tail};
  }
  return cut;
}

Cut approximate_cut(std::size_t of_a, std::size_t of_b) {
  const auto a = static_cast<double>(of_a);
  const auto b = static_cast<double>(of_b);
  const double u = std::floor(a * b / 2 - 1.96 * std::sqrt(a * b * (a + b + 1) / 12) - 1);
  return {static_cast<std::size_t>(std::max(u, 0.0)), 0.95};
}

}  // namespace

double rank_sum_p(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) return 1;
  std::vector<double> all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  const auto rank = ranks(all);
  return all.size() <= largest_exact ? exact_p(rank, a.size()) : approximate_p(rank, a.size());
}

Shift shift_between(std::span<const double> a, std::span<const double> b) {
  EXPECTS(!a.empty() && !b.empty());
  std::vector<double> differences;
  for (const double y : b)
    for (const double x : a) differences.push_back(y - x);
  std::ranges::sort(differences);
  const bool exact = a.size() + b.size() <= largest_exact;
  const Cut cut = exact ? exact_cut(a.size(), b.size()) : approximate_cut(a.size(), b.size());
  return {quantile(differences, 0.5), differences[cut.dropped],
          differences[differences.size() - 1 - cut.dropped], cut.level};
}

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return p[i]; });
  std::vector<double> out(p.size());
  double largest = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    largest = std::max(largest, std::min(1.0, static_cast<double>(p.size() - k) * p[order[k]]));
    out[order[k]] = largest;
  }
  return out;
}

}  // namespace sonde::stats
