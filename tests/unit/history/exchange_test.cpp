// Two groups of nights: nothing is found where nothing changed, as often as is stated; what is planted is.
#include "history/exchange.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "simulated_site.hpp"

namespace sonde::history {
namespace {

std::vector<std::size_t> range(std::size_t begin, std::size_t end) {
  std::vector<std::size_t> out(end - begin);
  std::iota(out.begin(), out.end(), begin);
  return out;
}

std::vector<std::vector<double>> site(Weather weather, std::uint64_t seed, double noise = 0.03) {
  std::vector<std::vector<double>> out;
  for (auto& series : simulated_site(weather, 12, 28, seed, noise)) out.push_back(std::move(series.values));
  return out;
}

std::size_t found_in(const NightExchange& all) {
  std::size_t found = 0;
  for (const Exchanged& one : all.cases)
    if (one.chance <= exchange_level) ++found;
  return found;
}

TEST(ExchangeOfNights, FindsNothingAsOftenAsIsStated) {
  constexpr int sites = 300;
  for (const Weather weather : {Weather::normal, Weather::spikes, Weather::two_levels, Weather::gaps}) {
    int false_ones = 0;
    for (int seed = 1; seed <= sites; ++seed)
      false_ones += found_in(exchange(site(weather, static_cast<std::uint64_t>(seed)), range(0, 24),
                                      range(24, 28))) > 0;
    EXPECT_LE(false_ones, sites * 0.05 + 2.33 * std::sqrt(sites * 0.05 * 0.95)) << static_cast<int>(weather);
  }
}

/// What the text says is assumed: levels that last make it cry wolf.
TEST(ExchangeOfNights, FindsTooMuchWhereLevelsLast) {
  int false_ones = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed)
    false_ones += found_in(exchange(site(Weather::levels, seed, 0.005), range(0, 14), range(14, 28))) > 0;
  EXPECT_GT(false_ones, 12);
}

TEST(ExchangeOfNights, TakesTheNextDigitForNoChange) {
  std::vector<double> values(20, std::log(0.12));
  std::fill(values.begin() + 10, values.end(), std::log(0.13));
  const std::vector<std::vector<double>> all{values};
  const auto judged = [&](double rounding) {
    return exchange(all, range(0, 10), range(10, 20), std::vector{rounding}).cases.at(0);
  };
  EXPECT_EQ(judged(0).judged, Judged::slower);
  const Exchanged open = judged(std::log(0.12 / 0.115) + std::log(0.13 / 0.125));
  EXPECT_EQ(open.judged, Judged::open);
  EXPECT_LT(open.low, 0.003);
  EXPECT_EQ(judged(0.04).judged, Judged::slower);
}

TEST(ExchangeOfNights, FindsAPlantedCaseWithItsSize) {
  auto values = site(Weather::normal, 3, 0.01);
  for (std::size_t night = 24; night < 28; ++night)
    values[5][night] += std::log(1.15), values[7][night] -= std::log(1.15);
  const NightExchange all = exchange(values, range(0, 24), range(24, 28));
  ASSERT_EQ(all.cases.size(), 12U);
  EXPECT_EQ(found_in(all), 2U);
  for (const Exchanged& one : all.cases) {
    if (one.of != 5 && one.of != 7) continue;
    EXPECT_EQ(one.judged, one.of == 5 ? Judged::slower : Judged::faster);
    EXPECT_NEAR(one.change, one.of == 5 ? 0.15 : -0.13, 0.02);
    EXPECT_LT(one.low, one.change);
    EXPECT_GT(one.high, one.change);
  }
  EXPECT_TRUE(all.cases[0].of == 5 || all.cases[0].of == 7);
}

TEST(ExchangeOfNights, SaysSameWhereNothingOfTheThresholdCanBeHidden) {
  const NightExchange all = exchange(site(Weather::normal, 4, 0.002), range(0, 14), range(14, 28));
  for (const Exchanged& one : all.cases) EXPECT_EQ(one.judged, Judged::same) << one.of;
}

TEST(ExchangeOfNights, SaysHowManyNightsWouldDecide) {
  const NightExchange few = exchange(site(Weather::normal, 4, 0.03), range(0, 8), range(8, 16));
  std::size_t open = 0;
  for (const Exchanged& one : few.cases)
    if (one.judged == Judged::open) {
      ++open;
      EXPECT_GT(one.nights, 8U) << one.of;
    }
  EXPECT_GT(open, 6U);
}

TEST(ExchangeOfNights, TakesAllExchangesWhereTheyAreFew) {
  const auto values = site(Weather::normal, 5);
  EXPECT_EQ(exchange(values, range(0, 3), range(3, 6)).exchanges, 20U);
  EXPECT_DOUBLE_EQ(exchange(values, range(0, 3), range(3, 6)).least_chance, 0.1);
  EXPECT_DOUBLE_EQ(exchange(values, range(0, 19), range(19, 20)).least_chance, 0.05);
  EXPECT_EQ(exchange(values, range(3, 6), range(0, 3)).exchanges, 20U);
  EXPECT_EQ(exchange(values, range(0, 14), range(14, 28)).exchanges, 1000U);
}

TEST(ExchangeOfNights, LeavesOutWhatWasHardlyMeasured) {
  auto values = site(Weather::normal, 6);
  for (std::size_t night = 24; night < 27; ++night)
    values[2][night] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(exchange(values, range(0, 24), range(24, 28)).cases.size(), 11U);
}

}  // namespace
}  // namespace sonde::history
