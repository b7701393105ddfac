#include "stats/max_test.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <random>

#include "stats/order.hpp"
#include "stats/shuffle.hpp"
#include "stats/step_down.hpp"

namespace sonde::stats {

namespace {

constexpr double most_enumerated = 20000;
constexpr int drawn = 9999;

using Sides = std::vector<Side>;
using Stratum = std::vector<std::size_t>;  // runs whose sides may be exchanged

double choose(std::size_t n, std::size_t k) {
  double ways = 1;
  for (std::size_t i = 0; i < k; ++i) ways *= static_cast<double>(n - i) / static_cast<double>(i + 1);
  return std::round(ways);
}

struct Moments {
  double n = 0, sum = 0, squares = 0;
  void add(double x) { n += 1, sum += x, squares += x * x; }
  [[nodiscard]] double mean() const { return sum / n; }
  [[nodiscard]] double deviations() const { return std::max(0.0, squares - sum * sum / n); }
};

/// Values about 0, so that sums of squares lose no digits.
std::vector<Cell> centred(std::span<const Cell> cells) {
  std::vector<Cell> out(cells.begin(), cells.end());
  for (Cell& cell : out) {
    double mean = 0;
    for (const auto& o : cell) mean += o.value / static_cast<double>(cell.size());
    for (auto& o : cell) o.value -= mean;
  }
  return out;
}

double typical_spread(std::span<const Cell> cells) {
  std::vector<double> spreads;
  for (const Cell& cell : cells) {
    Moments all;
    for (const auto& o : cell) all.add(o.value);
    if (all.n > 1) spreads.push_back(std::sqrt(all.deviations() / (all.n - 1)));
  }
  return spreads.empty() ? 0 : median(spreads);
}

double statistic(const Cell& cell, const Sides& sides, double typical) {
  Moments base;
  Moments fresh;
  for (const auto& o : cell) (sides[o.run] == Side::base ? base : fresh).add(o.value);
  const double freedom = base.n + fresh.n - 2;
  if (base.n < 1 || fresh.n < 1 || freedom < 1) return 0;
  const double own = std::sqrt((base.deviations() + fresh.deviations()) / freedom);
  const double error = (own + typical) * std::sqrt(1 / base.n + 1 / fresh.n);
  return error > 0 ? (fresh.mean() - base.mean()) / error : 0;
}

Stratum runs_of(const Cell& cell) {
  Stratum runs;
  for (const auto& o : cell) runs.push_back(o.run);
  std::ranges::sort(runs);
  runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
  return runs;
}

bool share_a_run(const Stratum& a, const Stratum& b) {
  return std::ranges::any_of(a, [&](std::size_t run) { return std::ranges::binary_search(b, run); });
}

/// Cells that are tested together: those that the same runs have, and those of runs without any in common.
struct Round {
  std::vector<Stratum> strata;
  std::vector<std::size_t> cells;

  [[nodiscard]] bool takes(const Stratum& runs) const {
    return std::ranges::none_of(strata, [&](const Stratum& s) { return share_a_run(s, runs); });
  }
};

/// The sets of runs with the most cells first, each in the first round that takes it.
std::vector<Round> rounds_of(std::span<const Cell> cells) {
  std::map<Stratum, std::vector<std::size_t>> by_runs;
  for (std::size_t i = 0; i < cells.size(); ++i) by_runs[runs_of(cells[i])].push_back(i);
  std::vector<std::pair<Stratum, std::vector<std::size_t>>> sets(by_runs.begin(), by_runs.end());
  std::ranges::stable_sort(sets, std::greater<>(), [](const auto& set) { return set.second.size(); });
  std::vector<Round> rounds;
  for (auto& [runs, members] : sets) {
    auto round = std::ranges::find_if(rounds, [&set = runs](const Round& r) { return r.takes(set); });
    if (round == rounds.end()) round = rounds.emplace(rounds.end());
    round->strata.push_back(std::move(runs));
    round->cells.insert(round->cells.end(), members.begin(), members.end());
  }
  return rounds;
}

double least_of(const Round& round, std::span<const Side> sides) {
  double least = 1;
  for (const Stratum& runs : round.strata) {
    const auto fresh = std::ranges::count_if(runs, [&](std::size_t i) { return sides[i] == Side::fresh; });
    least = std::min(least,
                     least_p(runs.size() - static_cast<std::size_t>(fresh), static_cast<std::size_t>(fresh)));
  }
  return least;
}

/// Tarone (1990): the least k such that at most k rounds can give a p of alpha / k at all. The others can
/// never err, so that k tests are corrected for instead of all.
double correction(const std::vector<double>& least, double alpha) {
  for (std::size_t k = 1; k < least.size(); ++k) {
    const double level = alpha / static_cast<double>(k);
    if (std::ranges::count_if(least, [&](double p) { return p <= level; }) <= static_cast<std::ptrdiff_t>(k))
      return static_cast<double>(k);
  }
  return static_cast<double>(std::max<std::size_t>(least.size(), 1));
}

double ways(const std::vector<Stratum>& strata, std::span<const Side> sides) {
  double product = 1;
  for (const Stratum& stratum : strata) {
    const auto fresh = std::ranges::count_if(stratum, [&](std::size_t i) { return sides[i] == Side::fresh; });
    product *= choose(stratum.size(), static_cast<std::size_t>(fresh));
  }
  return product;
}

/// Steps to the next arrangement of sides, like an odometer with a wheel a stratum: the first follows the
/// last.
void turn(Sides& sides, const std::vector<Stratum>& strata) {
  for (const Stratum& stratum : strata) {
    Sides wheel;
    for (const std::size_t i : stratum) wheel.push_back(sides[i]);
    const bool turned = std::next_permutation(wheel.begin(), wheel.end());
    for (std::size_t k = 0; k < stratum.size(); ++k) sides[stratum[k]] = wheel[k];
    if (turned) return;
  }
}

void shuffle(Sides& sides, const std::vector<Stratum>& strata, std::mt19937_64& generator) {
  for (const Stratum& stratum : strata)
    stats::shuffle(stratum.size(), generator,
                   [&](std::size_t a, std::size_t b) { std::swap(sides[stratum[a]], sides[stratum[b]]); });
}

/// Calls `visit` with every arrangement, or with the observed and enough drawn ones; returns how many there
/// were.
template <class Visit>
double each_arrangement(const Sides& observed, const std::vector<Stratum>& strata, Visit visit) {
  const double all = ways(strata, observed);
  Sides now = observed;
  if (all <= most_enumerated) {
    for (int i = 0; i < static_cast<int>(all); ++i) visit(now), turn(now, strata);
    return all;
  }
  std::mt19937_64 generator(20260101);
  visit(now);
  for (int i = 0; i < drawn; ++i) shuffle(now, strata, generator), visit(now);
  return drawn + 1;
}

/// The statistic of every cell, for slower (sign 1) or faster (-1) fresh runs.
std::vector<double> statistics(std::span<const Cell> cells, const Sides& sides, double typical, double sign) {
  std::vector<double> out;
  for (const Cell& cell : cells) out.push_back(sign * statistic(cell, sides, typical));
  return out;
}

/// Two-sided p-values of the cells of a round, corrected for them. These cells are taken out of `all`.
std::vector<double> test_round(const Round& round, std::span<Cell> all, const Sides& observed,
                               double typical) {
  std::vector<Cell> cells;
  for (const std::size_t i : round.cells) cells.push_back(std::move(all[i]));
  StepDown upwards(statistics(cells, observed, typical, 1));
  StepDown downwards(statistics(cells, observed, typical, -1));
  const double arrangements = each_arrangement(observed, round.strata, [&](const Sides& sides_now) {
    upwards.count(statistics(cells, sides_now, typical, 1));
    downwards.count(statistics(cells, sides_now, typical, -1));
  });
  const auto up = upwards.p(arrangements);
  const auto down = downwards.p(arrangements);
  std::vector<double> out;
  for (std::size_t i = 0; i < cells.size(); ++i) out.push_back(2 * std::min(up[i], down[i]));
  return out;
}

}  // namespace

MaxTest max_test(std::span<const Side> sides, std::span<const Cell> cells, double alpha) {
  auto values = centred(cells);
  const double typical = typical_spread(values);
  const Sides observed(sides.begin(), sides.end());
  const auto rounds = rounds_of(cells);
  std::vector<double> least;
  least.reserve(rounds.size());
  for (const Round& round : rounds) least.push_back(least_of(round, sides));
  const double tests = correction(least, alpha);
  MaxTest out{std::vector<double>(cells.size(), 1.0), 1, rounds.size()};
  for (const double p : least) out.least = std::min(out.least, tests * p);
  for (const Round& round : rounds) {
    const auto p = test_round(round, values, observed, typical);
    for (std::size_t i = 0; i < p.size(); ++i) out.p[round.cells[i]] = std::min(1.0, tests * p[i]);
  }
  return out;
}

double least_p(std::size_t base_runs, std::size_t fresh_runs) {
  return std::min(1.0, 2 / choose(base_runs + fresh_runs, std::min(base_runs, fresh_runs)));
}

}  // namespace sonde::stats
