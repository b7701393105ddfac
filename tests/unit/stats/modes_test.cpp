#include "stats/modes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>

#include "synthetic.hpp"

namespace sonde::stats {
namespace {

using synthetic::Source;

struct Batches {
  const char* name;
  std::function<std::vector<double>(Source&, int)> draw;
};

/// Share of series in which exactly `modes` modes were found.
double share_with(const Batches& population, int batches, std::size_t modes) {
  constexpr int series = 1000;
  Source source(77u + static_cast<unsigned>(batches));
  int found = 0;
  for (int i = 0; i < series; ++i)
    found += find_modes(population.draw(source, batches)).size() == modes ? 1 : 0;
  return found / double{series};
}

const std::vector<Batches> unimodal{
    {"normal", [](Source& s, int n) { return s.series(n, [&] { return std::exp(0.2 * s.normal()); }); }},
    {"uniform", [](Source& s, int n) { return s.series(n, [&] { return 1 + s.uniform(); }); }},
    {"exponential", [](Source& s, int n) { return s.series(n, [&] { return 1 + s.exponential(); }); }},
    {"log-normal", [](Source& s, int n) { return s.series(n, [&] { return std::exp(s.normal()); }); }},
    {"Pareto", [](Source& s, int n) { return s.series(n, [&] { return s.pareto(1.5); }); }},
    {"half Cauchy", [](Source& s, int n) { return s.series(n, [&] { return 1 + std::abs(s.cauchy()); }); }},
    {"coarse clock",
     [](Source& s, int n) {
       return s.series(n, [&] { return std::round(33 * (1 + 0.05 * s.normal())) / 33; });
     }},
    {"rho 0.8",
     [](Source& s, int n) {
       auto series = s.autoregressive(n, 0.8);
       for (double& x : series) x = std::exp(0.2 * x);
       return series;
     }},
};

TEST(Modes, one_mode_stays_one_in_ninety_seven_percent_of_series) {
  for (const Batches& population : unimodal)
    for (const int batches : {8, 20, 30, 50})
      EXPECT_GE(share_with(population, batches, 1), 0.97) << population.name << ' ' << batches;
}

TEST(Modes, hundred_thousand_batches_take_as_long_as_some_hundred_sortings) {
  Source source(5);
  const auto series = source.series(100'000, [&] { return std::exp(0.01 * source.normal()); });
  const auto seconds = [](const auto& action) {
    const auto start = std::chrono::steady_clock::now();
    action();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  std::vector<double> copy = series;
  const double sorting = seconds([&] { std::ranges::sort(copy); });
  EXPECT_LT(seconds([&] { EXPECT_EQ(find_modes(series).size(), 1u); }), 500 * sorting);
}

TEST(Modes, two_far_levels_are_found) {
  const Batches even{"even", [](Source& s, int n) { return s.two_levels(n, 0.5, 2.4, 0.02); }};
  const Batches uneven{"uneven", [](Source& s, int n) { return s.two_levels(n, 0.7, 2.4, 0.02); }};
  const Batches close{"close", [](Source& s, int n) { return s.two_levels(n, 0.5, 1.3, 0.05); }};
  EXPECT_GE(share_with(even, 20, 2), 0.97);
  EXPECT_GE(share_with(uneven, 20, 2), 0.93);
  EXPECT_GE(share_with(uneven, 30, 2), 0.98);
  EXPECT_GE(share_with(close, 50, 2), 0.70);
}

TEST(Modes, a_run_that_jumps_once_has_two_modes_and_one_that_drifts_has_one) {
  const Batches jump{"jump", [](Source& s, int n) {
                       int i = 0;
                       return s.series(n,
                                       [&] { return (2 * i++ < n ? 1 : 2.4) * std::exp(0.02 * s.normal()); });
                     }};
  const Batches drift{"drift", [](Source& s, int n) {
                        int i = 0;
                        return s.series(n, [&] { return (1 + 0.3 * i++ / n) * std::exp(0.02 * s.normal()); });
                      }};
  EXPECT_GE(share_with(jump, 20, 2), 0.98);
  EXPECT_GE(share_with(drift, 20, 1), 0.98);
}

/// Every twelfth batch lies across a jump.
std::vector<double> jumping(double low, double high) {
  std::vector<double> series;
  for (int i = 0; i < 50; ++i) series.push_back(i / 12 % 2 == 0 ? low : high);
  for (const std::size_t i : {12U, 36U}) series[i] = 0.2 * low + 0.8 * high;
  for (const std::size_t i : {24U, 48U}) series[i] = 0.8 * low + 0.2 * high;
  return series;
}

TEST(Modes, two_levels_of_equal_values_are_two) {
  const auto modes = find_modes(jumping(1, 2.4));
  ASSERT_EQ(modes.size(), 2u);
  EXPECT_NEAR(modes[1].seconds, 2.4, 0.2);
}

TEST(Modes, exactly_two_values_are_two) {
  std::vector<double> series;
  for (int i = 0; i < 50; ++i) series.push_back(i % 7 < 3 ? 1e-6 : 2e-6);
  const auto modes = find_modes(series);
  ASSERT_EQ(modes.size(), 2u);
  EXPECT_NEAR(modes[0].seconds, 1e-6, 1e-8);
  EXPECT_NEAR(modes[1].seconds, 2e-6, 1e-8);
  EXPECT_NEAR(modes[1].weight, 28 / 50., 0.021);
  for (double& value : series) value = value < 1.5e-6 ? 1e-6 : 1.03e-6;
  EXPECT_EQ(find_modes(series).size(), 1u);
}

TEST(Modes, a_step_of_less_than_five_percent_is_not_worth_a_warning) {
  Source source(4);
  const auto series = [&](double step) { return source.two_levels(50, 0.5, step, 0.001); };
  EXPECT_EQ(find_modes(series(1.03)).size(), 1u);
  EXPECT_EQ(find_modes(series(1.07)).size(), 2u);
}

TEST(Modes, three_levels_and_their_weights) {
  Source source(3);
  std::vector<double> series;
  for (int i = 0; i < 60; ++i)
    series.push_back((i % 3 == 0 ? 4 : i % 2 == 0 ? 2 : 1) * std::exp(0.02 * source.normal()));
  const auto modes = find_modes(series);
  ASSERT_EQ(modes.size(), 3u);
  EXPECT_NEAR(modes[0].seconds, 1, 0.02);
  EXPECT_NEAR(modes[1].seconds, 2, 0.04);
  EXPECT_NEAR(modes[2].seconds, 4, 0.08);
  for (const auto& mode : modes) EXPECT_NEAR(mode.weight, 1 / 3.0, 1e-12);
}

TEST(Modes, have_a_tenth_of_all_values_not_of_a_part) {
  Source source(5);
  const auto levels = [&](int highest) {
    std::vector<double> series;
    for (int i = 0; i < 100; ++i)
      series.push_back((i % (100 / highest) == 0 ? 50
                        : i % 2 == 0             ? 1.3
                                                 : 1) *
                       std::exp(0.01 * source.normal()));
    return find_modes(series).size();
  };
  EXPECT_EQ(levels(5), 2U);
  EXPECT_EQ(levels(20), 3U);
}

TEST(Modes, odd_input_is_one_mode) {
  EXPECT_TRUE(find_modes({}).empty());
  EXPECT_EQ(find_modes(std::vector<double>{1, 1, 1, 9, 9, 9, 9}).size(), 1u);  // too few to say
  EXPECT_EQ(find_modes(std::vector<double>(40, 0.0)).size(), 1u);
  const auto equal = find_modes(std::vector<double>(40, 2e-6));
  ASSERT_EQ(equal.size(), 1u);
  EXPECT_NEAR(equal[0].seconds, 2e-6, 1e-15);
  EXPECT_EQ(equal[0].weight, 1);
}

TEST(ExcessMass, two_tight_groups_reach_half_of_the_values) {
  // Five values each within 0.001: the second interval adds its 5 of 10 values, less what its length costs.
  std::vector<double> values;
  for (int i = 0; i < 10; ++i) values.push_back((i < 5 ? 0 : 1) + 1e-5 * i);
  const ExcessMass found = excess_mass(values);
  EXPECT_NEAR(found.statistic, 0.5, 0.01);
  EXPECT_EQ(found.cut, 5u);
}

}  // namespace
}  // namespace sonde::stats
