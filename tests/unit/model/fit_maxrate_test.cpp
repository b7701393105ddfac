#include "model/fit_maxrate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "synthetic.hpp"

namespace sonde::model {
namespace {

// alpha 5 us, R_Cb 4 GB/s, R_Ci 3 GB/s, R_N 12 GB/s: full from k = 1 + 8 / 3 pairs on.
std::vector<Sample> pairs(int most, double link, double noise, std::uint64_t seed, double ci = 3e9) {
  std::vector<Sample> samples;
  Normal normal(seed);
  for (int k = 1; k <= most; ++k)
    for (const std::int64_t x : lengths(1024, 1 << 22, 1)) {
      const auto bytes = static_cast<double>(x);
      const double t = 5e-6 + k * bytes / std::min(link, 4e9 + (k - 1) * ci);
      samples.push_back(
          {.benchmark = "PingPong", .bytes = bytes, .seconds = t * (1 + noise * normal()), .pairs = k});
    }
  set_weights(samples);
  return samples;
}

double value(const FittedCurve& curve, const std::string& name) {
  for (const FittedParameter& p : curve.parameters)
    if (p.name == name) return p.value;
  return -1;
}

TEST(FitMaxRate, recovers_the_rates_and_how_many_pairs_fill_the_link) {
  const auto fit = fit_maxrate(pairs(8, 12e9, 0, 1));
  ASSERT_TRUE(fit.has_value()) << fit.error().message;
  EXPECT_NEAR(value(*fit, "alpha"), 5e-6, 1e-11);
  EXPECT_NEAR(value(*fit, "R_N"), 12e9, 1e4);
  EXPECT_NEAR(value(*fit, "R_Cb"), 4e9, 1e5);
  EXPECT_NEAR(value(*fit, "R_Ci"), 3e9, 1e5);
  EXPECT_NEAR(value(*fit, "k_full"), 1 + 8.0 / 3, 1e-4);
}

TEST(FitMaxRate, recovers_them_from_noisy_times) {
  int good = 0;
  std::map<std::string, int> inside;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const auto fit = fit_maxrate(pairs(8, 12e9, 0.01, seed));
    ASSERT_TRUE(fit.has_value());
    for (const auto& [name, truth] : {std::pair{"alpha", 5e-6}, {"R_N", 12e9}, {"R_Cb", 4e9}, {"R_Ci", 3e9}})
      for (const FittedParameter& p : fit->parameters) {
        if (p.name != name || !p.interval) continue;
        EXPECT_LT(p.interval->low, p.value) << name;
        EXPECT_LT(p.value, p.interval->high) << name;
        EXPECT_LT(p.interval->high - p.interval->low, 0.2 * truth) << name;
        inside[name] += p.interval->low <= truth && truth <= p.interval->high;
      }
    good += std::abs(value(*fit, "R_N") / 12e9 - 1) < 0.02 && std::abs(value(*fit, "k_full") - 3.67) < 0.25;
  }
  EXPECT_GE(good, 48);
  EXPECT_GE(inside["alpha"], 40);
  EXPECT_GE(inside["R_N"], 40);
}

// With R_Ci to be found, R_Cb is known from one pair nearly alone.
TEST(FitMaxRate, the_interval_of_a_rate_counts_that_others_are_unknown) {
  int inside = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto fit = fit_maxrate(pairs(6, 1e12, 0.01, seed));
    ASSERT_TRUE(fit.has_value());
    for (const FittedParameter& p : fit->parameters)
      if (p.name == "R_Cb") inside += p.interval->low <= 4e9 && 4e9 <= p.interval->high;
  }
  EXPECT_GE(inside, 90);
}

TEST(FitMaxRate, intervals_hold_what_differs_between_launches) {
  std::map<std::string, int> inside;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto fit = fit_maxrate(
        in_launches(5, 0.03, seed, [](std::uint64_t each) { return pairs(8, 12e9, 0.01, each); }));
    ASSERT_TRUE(fit.has_value());
    for (const auto& [name, truth] : {std::pair{"R_N", 12e9}, {"R_Cb", 4e9}})
      for (const FittedParameter& p : fit->parameters)
        if (p.name == name && p.interval)
          inside[name] += p.interval->low <= truth && truth <= p.interval->high;
  }
  EXPECT_GE(inside["R_N"], 88);
  EXPECT_GE(inside["R_Cb"], 88);
}

// Each number of pairs is a launch of its own: that they differ is no sign of how launches do.
TEST(FitMaxRate, one_launch_of_each_number_of_pairs_widens_no_interval) {
  const auto width = [](const std::vector<Sample>& samples) {
    const auto fit = fit_maxrate(samples);
    for (const FittedParameter& p : fit->parameters)
      if (p.name == "R_N") return p.interval->high - p.interval->low;
    return -1.0;
  };
  const auto once = in_launches(1, 0, 1, [](std::uint64_t each) { return pairs(8, 12e9, 0.01, each); });
  EXPECT_EQ(width(once), width(pairs(8, 12e9, 0.01, 100)));
}

TEST(FitMaxRate, never_reports_a_link_slower_than_one_process) {
  auto samples = pairs(4, 1e12, 0, 1, 0);
  for (Sample& s : samples) s.seconds = 5e-6 + s.pairs * s.bytes / (s.pairs == 1 ? 10e9 : 6e9);
  const auto fit = fit_maxrate(samples);
  ASSERT_TRUE(fit.has_value());
  if (value(*fit, "R_N") > 0 && value(*fit, "R_Cb") > 0) {
    EXPECT_GE(value(*fit, "R_N"), 0.98 * value(*fit, "R_Cb"));
  }
}

TEST(FitMaxRate, says_what_the_data_cannot_tell) {
  const auto open = fit_maxrate(pairs(4, 1e12, 0.01, 1));
  ASSERT_TRUE(open.has_value());
  EXPECT_EQ(value(*open, "R_N"), -1);
  EXPECT_THAT(open->notes, testing::Contains(testing::HasSubstr("R_N is not identifiable")));
  const auto full = fit_maxrate(pairs(4, 3e9, 0.01, 1));
  ASSERT_TRUE(full.has_value());
  EXPECT_NEAR(value(*full, "R_N") / 3e9, 1, 0.02);
  EXPECT_EQ(value(*full, "k_full"), 1);
  EXPECT_THAT(full->notes, testing::Contains(testing::HasSubstr("one pair fills the link")));
  EXPECT_THAT(fit_maxrate(pairs(1, 1e9, 0, 1)).error().message, testing::HasSubstr("two numbers of pairs"));
}

/// Of 12 fits at each noise how many have the parameter. (With 100: the same shares.)
int have(const std::string& name, int most, double link) {
  int count = 0;
  for (const double noise : {0.005, 0.02, 0.05})
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      const auto fit = fit_maxrate(pairs(most, link, noise, seed));
      count += fit.has_value() && value(*fit, name) > 0;
    }
  return count;
}

TEST(FitMaxRate, no_link_is_stated_where_nothing_fills_it) {
  for (const int most : {2, 4}) {
    EXPECT_EQ(have("R_N", most, 1e12), 0) << most;
    EXPECT_EQ(have("k_full", most, 1e12), 0) << most;
  }
  EXPECT_EQ(have("R_N", 4, 13.1e9), 0) << "4 pairs reach 13 GB/s";
}

TEST(FitMaxRate, a_link_that_some_pairs_fill_is_stated) {
  EXPECT_GE(have("R_N", 6, 12e9), 36);
  EXPECT_GE(have("R_Cb", 6, 12e9), 36);
}

TEST(FitMaxRate, a_link_that_one_pair_fills_bounds_the_rate_of_a_process) {
  for (const double link : {3e9, 4e9}) {
    EXPECT_EQ(have("R_N", 4, link), 36);
    EXPECT_EQ(have("R_Cb", 4, link), 0);
  }
  EXPECT_THAT(fit_maxrate(pairs(4, 3e9, 0.005, 1))->notes,
              testing::Contains(testing::HasSubstr("one pair fills the link; R_Cb is at least 2.998 GB/s.")));
}

TEST(FitMaxRate, two_numbers_of_pairs_do_not_tell_a_process_from_a_link) {
  const auto fit = fit_maxrate(pairs(2, 1e12, 0.005, 1));
  ASSERT_TRUE(fit.has_value());
  EXPECT_EQ(value(*fit, "R_Ci"), -1);
  EXPECT_THAT(fit->notes, testing::Contains(testing::HasSubstr("R_Ci is not identifiable: two numbers")));
}

// All at latencies: whether pairs add anything does not show.
TEST(FitMaxRate, short_messages_tell_no_rates) {
  std::vector<Sample> samples;
  Normal normal(1);
  for (const Sample& s : pairs(3, 1e12, 0, 1)) {
    samples.push_back(s);
    samples.back().bytes /= 1024;
    samples.back().seconds = (5e-6 + s.pairs * samples.back().bytes / 4e9) * (1 + 0.05 * normal());
  }
  std::erase_if(samples, [](const Sample& s) { return s.bytes > 64; });
  set_weights(samples);
  EXPECT_THAT(fit_maxrate(samples).error().message, testing::HasSubstr("do not tell whether more pairs"));
}

TEST(FitMaxRate, needs_two_lengths_and_six_points) {
  std::vector<Sample> one_length, four_points;
  for (const Sample& s : pairs(8, 12e9, 0, 1)) {
    if (s.bytes == 4096) one_length.push_back(s);
    if (s.pairs <= 2 && (s.bytes == 4096 || s.bytes == 8192)) four_points.push_back(s);
  }
  ASSERT_EQ(one_length.size(), 8U);
  ASSERT_EQ(four_points.size(), 4U);
  for (const auto& samples : {one_length, four_points}) {
    const auto fit = fit_maxrate(samples);
    ASSERT_FALSE(fit.has_value());
    EXPECT_THAT(fit.error().message, testing::HasSubstr("at least two lengths and six points"));
  }
}

}  // namespace
}  // namespace sonde::model
