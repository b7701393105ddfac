// False alarms come as often as is stated, and a planted change is found.
#include "history/alarm.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "simulated_site.hpp"

namespace sonde::history {
namespace {

constexpr std::size_t year = 365;

/// What a number of false alarms exceeds once in a hundred when so many are expected: of a binomial of rare events.
double bound(double expected) {
  return expected + 2.33 * std::sqrt(expected);
}

class FalseAlarms : public ::testing::TestWithParam<Weather> {};

TEST_P(FalseAlarms, ComeAsOftenAsIsStated) {
  double alarms = 0, expected = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const auto site = simulated_site(GetParam(), 10, year, seed);
    const Differences differences(site);
    std::size_t last = 0;  // nights that follow each other closely are one alarm
    for (std::size_t night = least_nights - 1; night < year; ++night) {
      const Verdict verdict = differences.judge(night);
      expected += verdict.rate;
      if (verdict.score <= verdict.limit) continue;
      if (last == 0 || night > last + newest_nights) ++alarms;
      last = night;
    }
  }
  EXPECT_LE(alarms, bound(expected)) << "expected " << expected;
  EXPECT_NEAR(expected, 6 * 1.3 * std::log(337.0 / 32), 1);
  RecordProperty("alarms", static_cast<int>(alarms));
}

INSTANTIATE_TEST_SUITE_P(Weathers, FalseAlarms,
                         ::testing::Values(Weather::normal, Weather::launch_spikes, Weather::spikes,
                                           Weather::two_levels, Weather::levels, Weather::drift,
                                           Weather::gaps));

/// The first night that alarms, and the case that it names first, where one case gets slower from a night on.
struct Found {
  std::size_t night = 0, of = 0, since = 0;
  double change = 0;
};

Found first_alarm(std::vector<Series> site, std::size_t of, std::size_t from, double factor,
                  std::size_t last) {
  for (std::size_t night = from; night < site[of].values.size(); ++night)
    site[of].values[night] += std::log(factor);
  const Differences differences(site);
  for (std::size_t night = from; night <= last; ++night)
    if (const Verdict verdict = differences.judge(night); !verdict.moved.empty())
      return {night, verdict.moved[0].of, verdict.moved[0].since, verdict.moved[0].change};
  return {};
}

std::vector<Series> quiet_site(std::uint64_t seed) {
  auto site = simulated_site(Weather::normal, 20, 90, seed);
  for (auto& series : site)  // a third of the spread: launches are pooled
    for (double& value : series.values) value = series.values[0] + (value - series.values[0]) / 3;
  return site;
}

TEST(Alarm, FindsASlowAllreduceWithinFourNights) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Found found = first_alarm(quiet_site(seed), 7, 70, 1.15, 73);
    ASSERT_GE(found.night, 70U) << seed;
    EXPECT_EQ(found.of, 7U) << seed;
    EXPECT_NEAR(static_cast<double>(found.since), 70, 1) << seed;
    EXPECT_GT(found.change, change_threshold) << seed;
  }
}

TEST(Alarm, FindsAFasterCaseAndCallsItFaster) {
  auto site = quiet_site(3);
  for (std::size_t night = 70; night < 90; ++night) site[2].values[night] -= std::log(1.15);
  const Verdict verdict = Differences(site).judge(73);
  ASSERT_EQ(verdict.moved.size(), 1U);
  EXPECT_LT(verdict.moved[0].change, -0.1);
  EXPECT_FALSE(verdict.slower());
  EXPECT_TRUE(verdict.faster());
}

TEST(Alarm, SaysNothingBelowTheThreshold) {
  std::vector<Series> site(1);
  for (std::size_t night = 0; night < 80; ++night)
    site[0].values.push_back(1e-4 * static_cast<double>(night % 5) + (night >= 70 ? 0.029 : 0));
  const Verdict verdict = Differences(site).judge(72);
  EXPECT_GT(verdict.score, verdict.limit);
  EXPECT_TRUE(verdict.moved.empty());
}

/// A change of the size that is printed is seen in about 80 of 100 sites.
TEST(Alarm, ThePrintedSizeIsSeenInFourOfFive) {
  int seen = 0;
  constexpr int sites = 150;
  for (int seed = 1; seed <= sites; ++seed) {
    auto site = simulated_site(Weather::normal, 1, 300, static_cast<std::uint64_t>(seed) + 1000);
    const double size = Differences(site).judge(295).visible.at(0);
    for (std::size_t night = 296; night < 300; ++night) site[0].values[night] += std::log1p(size);
    const Differences differences(site);
    bool slower = false;  // in one of the four nights: the later ones have the earlier ones before them
    for (std::size_t night = 296; night < 300; ++night) slower = slower || differences.judge(night).slower();
    seen += slower ? 1 : 0;
  }
  RecordProperty("seen", seen);
  EXPECT_GE(seen, sites * 0.65);
  EXPECT_LE(seen, sites * 0.95);
}

TEST(Alarm, StatesItsRate) {
  const auto site = simulated_site(Weather::normal, 2, 800, 1);
  const Differences differences(site);
  EXPECT_EQ(differences.judge(59).past, 32U);
  EXPECT_DOUBLE_EQ(differences.judge(59).rate, 1.3 / 32);
  EXPECT_DOUBLE_EQ(differences.judge(799).rate, stated_rate);
}

TEST(Alarm, AnAcknowledgedLevelIsTheNewReference) {
  auto site = quiet_site(5);
  for (std::size_t night = 70; night < 90; ++night) site[4].values[night] += std::log(1.15);
  EXPECT_TRUE(Differences(site).judge(73).slower());
  site[4].new_levels = {70};
  for (std::size_t night = 70; night < 90; ++night)
    EXPECT_FALSE(Differences(site).judge(night).slower()) << night;
  EXPECT_EQ(Differences(site).judge(80).judged, 19U);  // too few nights of the new level
  EXPECT_EQ(Differences(site).judge(89).judged, 20U);
}

TEST(Alarm, ANewCaseIsNotJudged) {
  auto site = quiet_site(6);
  for (std::size_t night = 0; night < 65; ++night)
    site[1].values[night] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(Differences(site).judge(89).judged, 19U);
}

}  // namespace
}  // namespace sonde::history
