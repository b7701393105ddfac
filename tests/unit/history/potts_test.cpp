// Levels are drawn where they are planted, and nowhere else.
#include "history/potts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "simulated_site.hpp"

namespace sonde::history {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

std::vector<double> noise(std::size_t nights, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> out;
  for (std::size_t night = 0; night < nights; ++night) out.push_back(-11 + 0.01 * normal(random));
  return out;
}

std::vector<LevelSegment> of(const std::vector<double>& values) {
  return segments(values, std::vector<double>(values.size(), 1.0));
}

/// By its definition, for what `segments` returns and what might be better.
double cost(const std::vector<double>& values, const std::vector<double>& weights,
            const std::vector<LevelSegment>& all) {
  const double scale = noise_of(values);
  const double nights = static_cast<double>(values.size());
  double sum = 3 * scale * (std::log(nights) + 10 / nights) * static_cast<double>(all.size() - 1);
  for (const LevelSegment& one : all)
    for (std::size_t night = one.begin; night < one.end; ++night)
      sum += weights[night] * std::min(std::abs(values[night] - one.level), 8 * scale);
  return sum;
}

TEST(Segments, NoiseAloneIsOne) {
  int more = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed)
    for (const std::size_t nights : {8U, 20U, 60U, 365U})
      if (of(noise(nights, seed)).size() != 1) ++more;
  EXPECT_LE(more, 2);  // of 1200
}

TEST(Segments, APlantedLevelBeginsAtItsNight) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto values = noise(120, seed);
    for (std::size_t night = 70; night < 120; ++night) values[night] += 0.1;
    const auto found = of(values);
    ASSERT_EQ(found.size(), 2U) << seed;
    EXPECT_EQ(found[0].begin, 0U);
    EXPECT_EQ(found[0].end, 70U) << seed;
    EXPECT_EQ(found[1].begin, 70U);
    EXPECT_EQ(found[1].end, 120U);
    EXPECT_NEAR(found[1].level - found[0].level, 0.1, 0.01);
  }
}

TEST(Segments, ASpikeIsNone) {
  for (const double size : {0.1, 1.0, 20.0})
    for (const std::size_t at : {0U, 50U, 99U}) {
      auto values = noise(100, 7);
      values[at] += size;
      EXPECT_EQ(of(values).size(), 1U) << size << " at " << at;
    }
}

TEST(Segments, TheNewestFourNightsAreALevelOfTheirOwn) {
  auto values = noise(365, 3);
  for (std::size_t night = 361; night < 365; ++night) values[night] += 0.15;
  const auto found = of(values);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[1].begin, 361U);
}

TEST(Segments, NothingIsBetterThanTheOnesFound) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> uniform;
  for (int trial = 0; trial < 40; ++trial) {
    auto values = noise(24, static_cast<std::uint64_t>(trial));
    std::vector<double> weights;
    for (std::size_t night = 0; night < 24; ++night) {
      values[night] += night >= 8 && night < 17 ? 0.2 * uniform(random) : 0;
      weights.push_back(uniform(random));
    }
    const double least = cost(values, weights, segments(values, weights));
    for (std::size_t a = 1; a < 24; ++a)  // all of up to three pieces with levels among the values
      for (std::size_t b = a; b < 24; ++b) {
        std::vector<LevelSegment> other{{0, a, 0}, {a, b, 0}, {b, 24, 0}};
        std::erase_if(other, [](const LevelSegment& one) { return one.begin == one.end; });
        for (LevelSegment& one : other) {
          double best = std::numeric_limits<double>::infinity();
          for (const double level : values) {
            const double here = cost(values, weights, {{one.begin, one.end, level}});
            if (here < best) best = here, one.level = level;
          }
        }
        ASSERT_GE(cost(values, weights, other), least - 1e-12) << trial << ' ' << a << ' ' << b;
      }
  }
}

/// The least cost of all step functions with levels among the values: every night is held against every
/// value.
double least_cost(const std::vector<double>& values) {
  const double scale = noise_of(values), nights = static_cast<double>(values.size());
  const double step = 3 * scale * (std::log(nights) + 10 / nights);
  std::vector<double> costs(values.size(), 0.0);
  for (const double value : values) {
    const double stepped = *std::ranges::min_element(costs) + (value == values.front() ? 0 : step);
    for (std::size_t v = 0; v < costs.size(); ++v)
      costs[v] = std::min(costs[v], stepped) + std::min(std::abs(value - values[v]), 8 * scale);
  }
  return *std::ranges::min_element(costs);
}

/// More than 400 nights, of which some have one level: what that costs is a small part of what one step does.
TEST(Segments, OfManyNightsCostHardlyMoreThanTheBest) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> uniform;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    auto values = noise(900, seed);
    double level = 0;
    for (double& value : values) {
      if (uniform(random) < 0.01) level = 0.05 * uniform(random);
      value += level + (uniform(random) < 0.03 ? 0.4 * uniform(random) : 0);
    }
    const double least = least_cost(values), step = 3 * noise_of(values) * std::log(900.0);
    const double found = cost(values, std::vector<double>(values.size(), 1.0), of(values));
    EXPECT_GE(found, least - 1e-9) << seed;
    EXPECT_LE(found, least + 0.03 * step) << seed;
  }
}

TEST(Segments, OfManyNightsBeginWhereTheyArePlanted) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    auto values = noise(1000, seed);
    for (std::size_t night = 300; night < 1000; ++night) values[night] += night < 700 ? 0.1 : 0.05;
    const auto found = of(values);
    ASSERT_EQ(found.size(), 3U) << seed;
    EXPECT_EQ(found[1].begin, 300U) << seed;
    EXPECT_NEAR(static_cast<double>(found[2].begin), 700, 1) << seed;
    EXPECT_NEAR(found[1].level - found[0].level, 0.1, 0.003);
  }
}

/// Each night is held against so many levels and no more: values that all differ, and lie far apart.
TEST(Segments, OfManyNightsWithoutAnyNoiseAreStillFew) {
  std::vector<double> values;
  for (std::size_t night = 0; night < 2000; ++night)
    values.push_back(1e-4 * static_cast<double>((night * 719) % 2000));
  EXPECT_GE(of(values).size(), 1U);
  for (const LevelSegment& one : of(values)) EXPECT_NE(std::ranges::find(values, one.level), values.end());
}

TEST(Segments, ANightWithoutAValueBeginsNoLevel) {
  auto values = noise(60, 5);
  for (std::size_t night = 30; night < 60; ++night) values[night] += 0.2;
  for (std::size_t night = 28; night < 33; ++night) values[night] = none;
  const auto found = of(values);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[1].begin, 33U);
  EXPECT_TRUE(of(std::vector<double>(5, none)).empty());
  EXPECT_TRUE(of({}).empty());
  EXPECT_EQ(of({1.0}).size(), 1U);
}

TEST(Segments, ValuesThatNeverDifferAreOne) {
  EXPECT_EQ(of(std::vector<double>(50, 2.0)).size(), 1U);
  EXPECT_DOUBLE_EQ(noise_of(std::vector<double>(50, 2.0)), 0.002);
}

/// One night that counts for many.
TEST(Segments, the_first_night_may_have_a_level_of_its_own) {
  auto values = noise(20, 5);
  values[0] += 1;
  std::vector<double> weights(values.size(), 1.0);
  weights[0] = 20;
  const auto found = segments(values, weights);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[1].begin, 1U);
}

TEST(Segments, NightsOfLaunchesThatDisagreeCountLess) {
  HistoryRow row{{}, "case", analysis::Quantity::median, {}};
  for (const double value : noise(40, 9)) row.nights.push_back({value, value - 0.01, value + 0.01, 3, 0});
  for (std::size_t night = 32; night < 40; ++night) row.nights[night].value += 0.08;
  EXPECT_EQ(segments_of(row).size(), 2U);
  for (std::size_t night = 32; night < 40; ++night) row.nights[night].high += 0.4;
  EXPECT_EQ(segments_of(row).size(), 1U);
}

TEST(Segments, NightsOfSeveralLaunchesCountWhereMostHaveOne) {
  HistoryRow row{{}, "case", analysis::Quantity::median, {}};
  for (const double value : noise(70, 9)) row.nights.push_back({value, value, value, 1, 0});
  for (std::size_t night = 40; night < 70; ++night)
    row.nights[night] = {row.nights[night].value, row.nights[night].value - 0.01,
                         row.nights[night].value + 0.01, 3, 0};
  for (std::size_t night = 55; night < 70; ++night) row.nights[night].value += 0.3;
  const auto found = segments_of(row);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[1].begin, 55U);
}

}  // namespace
}  // namespace sonde::history
