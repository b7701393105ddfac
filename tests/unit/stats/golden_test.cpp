// Every number that is made of batches, for series of many shapes.
#include "golden.hpp"

#include <fmt/format.h>

#include <functional>

#include "dice.hpp"
#include "stats/batches.hpp"
#include "stats/clock_model.hpp"
#include "stats/max_test.hpp"
#include "stats/order.hpp"
#include "stats/precision_rule.hpp"
#include "stats/rank_sum.hpp"
#include "stats/spread.hpp"
#include "stats/warm_up_rule.hpp"

namespace sonde::stats {
namespace {

using test::Dice;
using Drawn = std::function<double(Dice&, int i, int n)>;

const std::vector<std::pair<std::string, Drawn>>& shapes() {
  static const std::vector<std::pair<std::string, Drawn>> all{
      {"constant", [](Dice&, int, int) { return 1.0; }},
      {"noise", [](Dice& d, int, int) { return 1 + 0.02 * d.normal(); }},
      {"modes", [](Dice& d, int, int) { return (d.uniform() < 0.6 ? 1 : 1.4) * (1 + 0.01 * d.normal()); }},
      {"drift", [](Dice& d, int i, int n) { return 1 + 0.3 * i / n + 0.01 * d.normal(); }},
      {"spikes", [](Dice& d, int, int) { return d.uniform() < 0.03 ? 30.0 : 1 + 0.01 * d.normal(); }},
      {"waves", [](Dice& d, int i, int) { return 1 + 0.1 * std::sin(0.4 * i) + 0.01 * d.normal(); }},
      {"tail", [](Dice& d, int, int) { return 1 + 0.05 / std::sqrt(1 - 0.99 * d.uniform()); }},
  };
  return all;
}

std::vector<double> series(const Drawn& shape, int n, std::uint64_t seed) {
  Dice dice(seed);
  std::vector<double> out;
  for (int i = 0; i < n; ++i) out.push_back(1e-6 * shape(dice, i, n));
  return out;
}

std::string number(const std::optional<double>& value) {
  return value ? fmt::format("{:.9g}", *value) : "-";
}

Summary summary_of(const std::vector<double>& means, std::uint64_t seed) {
  Dice dice(seed + 100);
  std::vector<Slowest> slowest;
  std::vector<double> averages;
  std::vector<std::int64_t> lengths;
  for (std::size_t i = 0; i < means.size(); ++i) {
    const int rank = dice.uniform() < 0.4 ? 2 : static_cast<int>(4 * dice.uniform());
    slowest.push_back({means[i], rank, means[i] * (0.8 + 0.2 * dice.uniform())});
    averages.push_back(means[i] * (0.7 + 0.3 * dice.uniform()));
    lengths.push_back(i + 1 == means.size() ? 7 : 20);
  }
  return summarise(means, {.mean = 1.2e-6,
                           .repetitions = 20 * static_cast<std::int64_t>(means.size()),
                           .warm_up = 3,
                           .stop_reason = StopReason::time_limit,
                           .ranks = 4,
                           .slowest = slowest,
                           .batch_repetitions = lengths,
                           .rank_averages = averages});
}

std::string line(const Summary& s) {
  std::string text;
  for (const double x : {s.mean, s.median, s.p5, s.p25, s.p75, s.p95, s.min, s.max, s.ci_low, s.ci_high,
                         s.effective_batches, s.rho, s.drift, s.trend, s.slowest_share})
    text += fmt::format(" {:.9g}", x);
  for (const auto& x : {s.slowest_excess, s.slowest_lead, s.slowest_chance, s.outlier_share, s.outlier_time})
    text += " " + number(x);
  text += fmt::format(" {} {} {} {} {}", s.repetitions, s.batches, s.warm_up, static_cast<int>(s.stop_reason),
                      s.slowest_rank);
  for (const DensityMode& mode : s.modes)
    text += fmt::format(" [ {:.9g} {:.9g} ]", mode.seconds, mode.weight);
  return text;
}

TEST(Golden, summaries_of_series_of_many_shapes) {
  std::string text;
  for (const auto& [name, shape] : shapes())
    for (const int n : {1, 2, 3, 5, 8, 13, 21, 50, 120}) {
      const auto means = series(shape, n, static_cast<std::uint64_t>(n));
      text += fmt::format("{} {}{}\n", name, n, line(summary_of(means, static_cast<std::uint64_t>(n))));
    }
  test::expect_golden("summaries", text);
}

TEST(Golden, comparisons_of_two_samples) {
  std::string text;
  const auto& noise = shapes()[1].second;
  for (const int n : {3, 4, 6, 10, 25})
    for (const double factor : {1.0, 1.01, 1.2}) {
      const auto a = series(noise, n, 1);
      auto b = series(noise, n + 2, 2);
      for (double& x : b) x *= factor;
      const Shift shift = shift_between(a, b);
      text += fmt::format("{} {} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g}\n", n, factor, rank_sum_p(a, b),
                          shift.estimate, shift.low, shift.high, shift.level);
    }
  for (const int n : {4, 8, 25}) {
    auto a = series(noise, n, 3), b = series(noise, n, 4);
    for (auto* values : {&a, &b})
      for (double& x : *values) x = std::round(x * 1e8);  // ties
    const Shift shift = shift_between(a, b);
    text += fmt::format("ties {} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g}\n", n, rank_sum_p(a, b), shift.estimate,
                        shift.low, shift.high, shift.level);
  }
  const auto corrected = holm(std::vector{0.01, 0.04, 0.03, 0.005, 0.6});
  for (const double p : corrected) text += fmt::format("{:.9g} ", p);
  test::expect_golden("two-samples", text + "\n");
}

TEST(Golden, tests_of_many_cells_at_once) {
  std::string text;
  for (const std::size_t runs : {3U, 4U, 5U})
    for (const double factor : {1.0, 1.05, 1.5}) {
      Dice dice(runs);
      std::vector<Side> sides(runs, Side::base);
      sides.insert(sides.end(), runs, Side::fresh);
      std::vector<Cell> cells(5);
      for (std::size_t cell = 0; cell < cells.size(); ++cell)
        for (std::size_t run = 0; run < sides.size(); ++run) {
          if (cell == 4 && run == 0) continue;
          const double slower = sides[run] == Side::fresh && cell == 1 ? factor : 1;
          cells[cell].push_back({run, slower * (1 + 0.02 * dice.normal())});
        }
      const MaxTest found = max_test(sides, cells);
      text +=
          fmt::format("{} {} {:.9g} {:.9g} {}", runs, factor, found.least, least_p(runs, runs), found.rounds);
      for (const double p : found.p) text += fmt::format(" {:.9g}", p);
      text += "\n";
    }
  test::expect_golden("many-cells", text);
}

TEST(Golden, spreads_between_runs) {
  std::string text;
  for (const int runs : {1, 2, 3, 5, 10, 20})
    for (const double between : {0.0, 0.05, 0.4}) {
      Dice dice(static_cast<std::uint64_t>(runs));
      std::vector<Summary> all;
      std::vector<double> medians;
      for (int run = 0; run < runs; ++run) {
        auto means = series(shapes()[1].second, 30, static_cast<std::uint64_t>(run));
        const double level = std::exp(between * dice.normal());
        for (double& x : means) x *= level;
        all.push_back(summarise(means, {.mean = median(means)}));
        medians.push_back(all.back().median);
      }
      const RunSpread s = spread_of(all);
      const Interval next = next_value(medians);
      text += fmt::format("{} {} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g}\n", runs, between,
                          s.median, s.within, s.between, s.share_between, s.next.low, s.next.high, next.low,
                          next.high);
    }
  test::expect_golden("spreads", text);
}

TEST(Golden, order_and_trend) {
  std::string text;
  for (const auto& [name, shape] : shapes())
    for (const int n : {4, 9, 30}) {
      const auto x = series(shape, n, 5);
      text += fmt::format("{} {} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g}\n", name, n,
                          rank_autocorrelation(x), effective_number(x), effective_number(x, 0.5), trend(x),
                          trend_limit(n), quantile(sorted(x), 0.1), ranks(x)[1]);
    }
  test::expect_golden("order", text);
}

TEST(Golden, clocks_of_two_ranks) {
  std::string text;
  for (const int n : {2, 3, 10, 60}) {
    Dice dice(static_cast<std::uint64_t>(n));
    std::vector<ClockSample> samples;
    for (int i = 0; i < n; ++i) {
      const double sent = 0.01 * i, there = 2e-6 + 3e-6 * dice.uniform(), back = 2e-6 + 3e-6 * dice.uniform();
      samples.push_back({sent, 5 + (sent + there) * (1 + 2e-5), sent + there + back});
    }
    const auto model = fit_clock(samples);
    if (!model) {
      text += fmt::format("{} -\n", n);
      continue;
    }
    text += fmt::format("{} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g}\n", n, model->origin,
                        model->offset, model->rate, model->error_bound, model->rate_error,
                        model->to_remote(0.5), model->to_reference(5.5), model->error_at(0.5));
  }
  test::expect_golden("clocks", text, 1e5);
}

}  // namespace
}  // namespace sonde::stats
