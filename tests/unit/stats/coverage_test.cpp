// Does the 95 % interval of the median hold the median as often as it says? Measured on series whose median
// is known.
#include <gtest/gtest.h>

#include <functional>
#include <ostream>

#include "stats/interval.hpp"
#include "stats/order.hpp"
#include "stats/precision_rule.hpp"
#include "synthetic.hpp"

namespace sonde::stats {
namespace {

using synthetic::Source;
using Draw = std::function<std::vector<double>(Source&, int)>;

struct Population {
  const char* name;
  double median;
  Draw draw;
};

void PrintTo(const Population& population, std::ostream* out) {
  *out << population.name;
}

struct Coverage {
  double held = 0;         ///< share of series whose interval held the median
  double wrong_claim = 0;  ///< share of series with an interval that claimed 95 % and missed
};

bool holds_median(std::span<const double> series, double effective, double true_median) {
  const Interval interval = median_interval(sorted(series), effective);
  return interval.low <= true_median && true_median <= interval.high;
}

Coverage measure(const Population& population, int batches) {
  constexpr int count = 3000;
  Source source(20260u + static_cast<unsigned>(batches));
  int held = 0;
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    const auto series = population.draw(source, batches);
    const double effective = effective_number(series);
    const bool holds = holds_median(series, effective, population.median);
    held += holds ? 1 : 0;
    wrong += !holds && interval_is_claimed(effective) ? 1 : 0;
  }
  return {held / double{count}, wrong / double{count}};
}

class IntervalCoverage : public testing::TestWithParam<Population> {};

TEST_P(IntervalCoverage, is_at_least_ninety_percent_from_twenty_batches_on) {
  for (const int batches : {20, 30, 50, 100}) EXPECT_GE(measure(GetParam(), batches).held, 0.90) << batches;
}

TEST_P(IntervalCoverage, a_claimed_interval_of_few_batches_misses_in_at_most_ten_percent) {
  for (const int batches : {8, 10, 12, 16})
    EXPECT_LE(measure(GetParam(), batches).wrong_claim, 0.10) << batches;
}

// 0.6 of the values lie about 1 with 2 % noise: the median is the 0.5 / 0.6 quantile of that level.
const double median_of_levels = std::exp(0.02 * 0.967422);

INSTANTIATE_TEST_SUITE_P(
    Populations, IntervalCoverage,
    testing::Values(Population{"independent", 0, [](Source& s, int n) { return s.autoregressive(n, 0); }},
                    Population{"rho 0.2", 0, [](Source& s, int n) { return s.autoregressive(n, 0.2); }},
                    Population{"rho 0.5", 0, [](Source& s, int n) { return s.autoregressive(n, 0.5); }},
                    Population{"rho 0.8", 0, [](Source& s, int n) { return s.autoregressive(n, 0.8); }},
                    Population{"rho -0.3", 0, [](Source& s, int n) { return s.autoregressive(n, -0.3); }},
                    Population{"Cauchy", 0,
                               [](Source& s, int n) { return s.series(n, [&] { return s.cauchy(); }); }},
                    Population{"Pareto 1.5", std::pow(0.5, -1 / 1.5),
                               [](Source& s, int n) { return s.series(n, [&] { return s.pareto(1.5); }); }},
                    Population{"bimodal", median_of_levels,
                               [](Source& s, int n) { return s.two_levels(n, 0.6, 2.4, 0.02); }},
                    Population{"bimodal that stays", median_of_levels,
                               [](Source& s, int n) { return s.two_levels(n, 0.6, 2.4, 0.02, 0.4); }}),
    [](const auto& test) {
      std::string name;
      for (const char c : std::string(test.param.name))
        name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
      return name;
    });

TEST(PrecisionCoverage, an_interval_that_ended_the_run_still_holds_in_ninety_percent) {
  constexpr int runs = 2000;
  Source source(5);
  for (const double rho : {0.0, 0.5}) {
    int held = 0;
    for (int i = 0; i < runs; ++i) {
      std::vector<double> all = source.autoregressive(2000, rho);
      for (double& x : all) x = std::exp(0.05 * x);
      int batches = 0;
      StopDecision decision;
      const PrecisionRule rule({.precision = 0.02, .seconds = 1});
      while (!decision.stop) {
        batches = std::max(batches, decision.batches);
        const bool over = batches >= 1000;
        decision = rule.ask({std::span(all).first(static_cast<std::size_t>(batches)), over ? 1.0 : 0.0});
      }
      const auto used = std::span(all).first(static_cast<std::size_t>(batches));
      held += holds_median(used, effective_number(used), 1) ? 1 : 0;
    }
    EXPECT_GE(held / double{runs}, 0.90) << rho;
  }
}

}  // namespace
}  // namespace sonde::stats
