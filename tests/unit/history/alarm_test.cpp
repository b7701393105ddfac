// False alarms come as often as is stated, and a planted change is found.
#include "history/alarm.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <span>

#include "simulated_site.hpp"
#include "stats/order.hpp"

namespace sonde::history {
namespace {

constexpr std::size_t year = 365;

/// What a number of false alarms exceeds once in a hundred when so many are expected: of a binomial of rare
/// events.
double bound(double expected) {
  return expected + 2.33 * std::sqrt(expected);
}

class FalseAlarms : public ::testing::TestWithParam<Weather> {};

TEST_P(FalseAlarms, ComeAsOftenAsIsStated) {
  double alarms = 0, expected = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const auto site = simulated_site(GetParam(), 10, year, seed);
    const Differences differences(site);
    Judge judge(differences, least_nights - 1);
    std::size_t last = 0;  // nights that follow each other closely are one alarm
    for (std::size_t night = least_nights - 1; night < year; ++night) {
      const NightVerdict verdict = judge.next();
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
    if (const NightVerdict verdict = differences.judge(night); !verdict.moved.empty())
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
  const NightVerdict verdict = Differences(site).judge(73);
  ASSERT_EQ(verdict.moved.size(), 1U);
  EXPECT_LT(verdict.moved[0].change, -0.1);
  EXPECT_FALSE(verdict.slower());
  EXPECT_TRUE(verdict.faster());
}

TEST(Alarm, SaysNothingBelowTheThreshold) {
  std::vector<Series> site(1);
  for (std::size_t night = 0; night < 80; ++night)
    site[0].values.push_back(1e-4 * static_cast<double>(night % 5) + (night >= 70 ? 0.029 : 0));
  const NightVerdict verdict = Differences(site).judge(72);
  EXPECT_GT(verdict.score, verdict.limit);
  EXPECT_TRUE(verdict.moved.empty());
}

/// A latency of 0.1249 us as a table of two digits has it, `factor` times as long from the 70th night on.
std::vector<Series> printed(double factor) {
  auto site = simulated_site(Weather::normal, 1, 74, 1, 0.0002);
  for (std::size_t night = 0; night < site[0].values.size(); ++night) {
    double& value = site[0].values[night];
    const double micros = 0.1249 * std::exp(value - std::log(1e-5)) * (night >= 70 ? factor : 1);
    value = std::log(std::round(100 * micros) / 100);
    site[0].rounding.push_back(std::log(0.12 / 0.115));
  }
  return site;
}

TEST(Alarm, TakesTheNextDigitForNoChange) {
  auto digit = printed(1.003);  // 0.12 becomes 0.13
  EXPECT_TRUE(Differences(digit).judge(72).moved.empty());
  EXPECT_GT(Differences(digit).judge(72).visible.at(0), 0.1);
  EXPECT_LT(Differences(printed(1.3)).judge(72).visible.at(0), 0.2);
  const NightVerdict slow = Differences(printed(1.3)).judge(72);  // 0.16
  ASSERT_EQ(slow.moved.size(), 1U);
  EXPECT_LT(slow.moved[0].low, 0.3);
  EXPECT_GT(slow.moved[0].high, 0.4);
  digit[0].rounding.clear();
  EXPECT_TRUE(Differences(digit).judge(72).slower());
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

/// By its definition: what every night of the past says is looked at again.
struct Plain {
  double score = 0, limit = 0;
  std::size_t judged = 0;
  std::vector<double> visible_of{};
  std::vector<std::size_t> moved{};
};

double plain_difference(const Series& series, std::size_t night) {
  const std::span all(series.values);
  const auto now = stats::present(all.subspan(night - 3, 4)),
             before = stats::present(all.subspan(night - 27, 24));
  return now.size() < 3 || before.size() < 12 ? std::nan("") : stats::median(now) - stats::median(before);
}

/// The nights by which a case is judged: since its first difference, of which a quarter may be missing.
std::size_t plain_past(const Series& series, std::size_t night) {
  std::size_t first = 0, differences = 0;
  for (std::size_t t = 27; t < night; ++t)
    if (!std::isnan(plain_difference(series, t)) && differences++ == 0) first = t;
  return differences < 20 ? 0 : std::min(night - first, differences * 4 / 3);
}

Plain plain_judgement(const std::vector<Series>& site, std::size_t night) {
  Plain out;
  std::vector<std::size_t>
      pasts;  // of the judged cases, fewer than ten: the least of them is that of the night
  std::vector<double> scores(night - 27, 0.0), scales, shows, last;
  for (const Series& series : site) {
    std::vector<double> d, sizes, gains;
    for (std::size_t t = 27; t <= night; ++t) d.push_back(plain_difference(series, t));
    for (const double value : stats::present(d)) sizes.push_back(std::abs(value)), gains.push_back(-value);
    last.push_back(d.back());
    if (!std::isnan(d.back())) gains.pop_back();
    const bool judged = !std::isnan(d.back()) && plain_past(series, night) >= 32;
    scales.push_back(judged ? std::max(0.01, stats::quantile(stats::sorted(sizes), 0.9)) : std::nan(""));
    shows.push_back(judged ? stats::quantile(stats::sorted(gains), 0.8) : 0);
    if (!judged) continue;
    ++out.judged, pasts.push_back(plain_past(series, night));
    for (std::size_t t = 0; t < scores.size(); ++t)
      if (!std::isnan(d[t])) scores[t] = std::max(scores[t], std::abs(d[t]) / scales.back());
    out.score = std::max(out.score, std::abs(d.back()) / scales.back());
  }
  std::ranges::sort(scores, std::greater());
  const std::size_t past = pasts.empty() ? 1 : std::ranges::min(pasts);
  const double rate = std::max(1.0 / 365, 1.3 / static_cast<double>(past));
  if (!pasts.empty())
    out.limit = scores[static_cast<std::size_t>(rate / 1.3 * static_cast<double>(past + 1) + 1e-9) - 1];
  for (std::size_t c = 0; c < site.size(); ++c) {
    out.visible_of.push_back(
        std::isnan(scales[c]) ? scales[c] : std::max(0.03, std::expm1(out.limit * scales[c] + shows[c])));
    if (std::abs(last[c]) / scales[c] > out.limit &&
        std::max(std::expm1(last[c]), std::expm1(-last[c])) >= 0.03)
      out.moved.push_back(c);
  }
  return out;
}

TEST(Judge, SaysOfEveryNightWhatItsDefinitionSays) {
  std::size_t nights = 0, moved = 0;
  for (const Weather weather : {Weather::spikes, Weather::levels, Weather::gaps}) {
    const auto site = simulated_site(weather, 3, 1100, 5);
    const Differences differences(site);
    Judge judge(differences, least_nights - 1);
    for (std::size_t night = least_nights - 1; night < 1100; ++night) {
      const NightVerdict verdict = judge.next();
      if (night > 200 && night % 37 != 0 && verdict.moved.empty()) continue;  // the definition is slow
      const Plain plain = plain_judgement(site, night);
      ASSERT_EQ(verdict.limit, plain.limit) << night;
      ASSERT_EQ(verdict.score, plain.score) << night;
      ASSERT_EQ(verdict.judged, plain.judged) << night;
      for (std::size_t c = 0; c < site.size(); ++c)
        ASSERT_TRUE(verdict.visible_of[c] == plain.visible_of[c] || std::isnan(plain.visible_of[c])) << night;
      std::vector<std::size_t> named;
      for (const CaseShift& one : verdict.moved) named.push_back(one.of);
      ASSERT_THAT(named, ::testing::UnorderedElementsAreArray(plain.moved)) << night;
      ++nights, moved += named.size();
    }
  }
  EXPECT_GT(nights, 450U);
  EXPECT_GT(moved, 0U);
}

/// Cases of a site that the first `until` nights, or only the others, have measured.
void keep_nights(std::vector<Series>& site, std::size_t from, std::size_t until) {
  for (Series& series : site)
    for (std::size_t night = 0; night < series.values.size(); ++night)
      if (night < from || night >= until) series.values[night] = std::nan("");
}

TEST(Judge, CountsNoNightOfOtherCasesAsOneThatMightBeAsHigh) {
  constexpr std::size_t change = 400, nights = 500;
  double alarms = 0, expected = 0;
  std::size_t judged = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    auto site = simulated_site(Weather::normal, 20, nights, seed, 0.05);
    auto later = simulated_site(Weather::normal, 20, nights, 100 + seed, 0.05);
    keep_nights(site, 0, change), keep_nights(later, change, nights);
    site.insert(site.end(), later.begin(), later.end());
    const Differences differences(site);
    std::size_t last = 0;
    for (std::size_t night = change + newest_nights; night < nights; ++night) {
      const NightVerdict verdict = differences.judge(night);
      if (verdict.judged == 0) continue;
      ++judged, expected += verdict.rate;
      EXPECT_LE(verdict.past, night - change);
      EXPECT_GE(verdict.past, 32U);
      if (verdict.score > verdict.limit && (last == 0 || night > last + newest_nights)) ++alarms;
      if (verdict.score > verdict.limit) last = night;
    }
  }
  EXPECT_GT(judged, 300U);
  EXPECT_LE(alarms, bound(expected)) << "expected " << expected;
}

TEST(Judge, WaitsForYoungCasesAndJudgesTheOthersMeanwhile) {
  auto site = simulated_site(Weather::normal, 2, 500, 3), later = simulated_site(Weather::normal, 48, 500, 4);
  keep_nights(later, 400, 500);
  site.insert(site.end(), later.begin(), later.end());
  const Differences differences(site);
  const auto young = differences.judge(400 + 16 + 25), grown = differences.judge(400 + 16 + 40);
  EXPECT_EQ(young.judged, 2U);
  EXPECT_NEAR(young.rate, 1.3 / 414, 1e-5);
  EXPECT_EQ(grown.judged, 50U);
  EXPECT_NEAR(grown.rate, 1.3 / 40, 0.005);
}

TEST(Judge, MayBeginAtAnyNight) {
  const auto site = simulated_site(Weather::gaps, 5, 150, 9);
  const Differences differences(site);
  Judge judge(differences, least_nights - 1);
  for (std::size_t night = least_nights - 1; night < 150; ++night) {
    const NightVerdict one = judge.next(), other = differences.judge(night);
    ASSERT_EQ(one.limit, other.limit) << night;
    ASSERT_EQ(one.visible, other.visible) << night;
  }
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
