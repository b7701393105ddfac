#include "model/fit_loggp.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "model/stated.hpp"
#include "synthetic.hpp"

namespace sonde::model {
namespace {

std::vector<Sample> line(double constant, double per_byte) {
  std::vector<Sample> samples;
  for (const std::int64_t x : lengths(1, 1 << 20, 1)) {
    const auto bytes = static_cast<double>(x);
    samples.push_back(
        {.benchmark = "PingPong", .bytes = bytes, .seconds = constant + (bytes - 1) * per_byte});
  }
  set_weights(samples);
  return samples;
}

TEST(FitLogGp, reports_the_sum_where_l_and_o_cannot_be_told_apart) {
  const auto fit = fit_loggp(line(7e-6, 1e-9), {});  // L = 5 us, o = 1 us
  ASSERT_TRUE(fit.has_value());
  EXPECT_EQ(fit->parameters[0].name, "L + 2 o");
  EXPECT_NEAR(fit->parameters[0].value, 7e-6, 1e-12);
  EXPECT_NEAR(fit->parameters[2].value, 1e-9, 1e-15);
  EXPECT_EQ(fit->parameters.size(), 3U);
  EXPECT_THAT(fit->notes, testing::Contains(testing::HasSubstr("g needs a streaming measurement")));
}

TEST(FitLogGp, is_named_after_what_it_was_given) {
  auto samples = line(7e-6, 1e-9);
  for (Sample& s : samples) s.benchmark = "Allreduce";
  EXPECT_EQ(fit_loggp(samples, {})->name, "LogGP from Allreduce");
}

TEST(FitLogGp, streaming_gives_the_gap) {
  const auto fit = fit_loggp(line(7e-6, 1e-9), line(0.8e-6, 1.1e-9));
  ASSERT_TRUE(fit.has_value());
  EXPECT_EQ(fit->parameters[3].name, "max(g, o)");
  EXPECT_NEAR(fit->parameters[3].value, 0.8e-6, 1e-12);
  EXPECT_NEAR(fit->parameters[4].value, 1.1e-9, 1e-15);
}

std::vector<Sample> timed(const std::vector<double>& seconds) {
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < seconds.size(); ++i)
    samples.push_back({.benchmark = "PingPong", .bytes = std::exp2(i), .seconds = seconds[i]});
  set_weights(samples);
  return samples;
}

std::vector<std::string> names_of(const FittedCurve& fit) {
  std::vector<std::string> names;
  for (const FittedParameter& p : fit.parameters) names.push_back(p.name);
  return names;
}

TEST(FitLogGp, states_no_gap_where_times_fall_with_the_length) {
  std::vector<double> falling;
  for (int i = 0; i < 21; ++i) falling.push_back((100 - i) * 1e-6);
  const auto fit = fit_loggp(timed(falling), timed(falling));
  ASSERT_TRUE(fit.has_value());
  EXPECT_THAT(names_of(*fit), testing::ElementsAre("L + 2 o", "max(g, o)"));
  for (const auto* name : {"No G_small, ", "No G, ", "No G_stream, "})
    EXPECT_THAT(fit->notes, testing::Contains(testing::StartsWith(name)));
}

TEST(FitLogGp, keeps_the_gap_of_large_messages_where_small_ones_fall) {
  std::vector<double> late;
  for (int i = 0; i < 12; ++i) late.push_back((5 - 0.2 * i) * 1e-6);
  for (int i = 12; i < 21; ++i) late.push_back(3e-6 + std::exp2(i) * 1e-9);
  const auto fit = fit_loggp(timed(late), {});
  ASSERT_TRUE(fit.has_value());
  EXPECT_THAT(names_of(*fit), testing::ElementsAre("L + 2 o", "G"));
  EXPECT_NEAR(fit->parameters[1].value, 1e-9, 1e-12);
}

TEST(FitLogGp, intervals_of_gaps_are_not_below_0) {
  std::vector<double> seconds{1.00e-6, 1.02e-6, 0.99e-6, 1.01e-6, 1.00e-6, 1.03e-6, 0.99e-6, 1.02e-6};
  for (int i = 8; i < 21; ++i) seconds.push_back(20e-6 + std::exp2(i) * 1e-9);
  const auto fit = fit_loggp(timed(seconds), {});
  ASSERT_TRUE(fit.has_value());
  ASSERT_THAT(names_of(*fit), testing::ElementsAre("L + 2 o", "G_small", "G"));
  EXPECT_EQ(fit->parameters[1].interval->low, 0) << "small messages need not grow";
  EXPECT_GT(fit->parameters[1].interval->high, 0);
  EXPECT_GT(fit->parameters[2].interval->low, 0);
}

TEST(FitLogGp, that_misses_its_points_states_no_gap_per_byte) {
  std::vector<double> seconds;
  for (int i = 0; i < 21; ++i) seconds.push_back(1e-6 + std::exp2(i) * 1e-9);
  const auto good = fit_loggp(timed(seconds), {});
  ASSERT_TRUE(good.has_value());
  EXPECT_THAT(names_of(as_stated(*good)), testing::ElementsAre("L + 2 o", "G_small", "G"));
  seconds[10] = 101e-6;
  const auto fit = fit_loggp(timed(seconds), {});
  ASSERT_TRUE(fit.has_value());
  ASSERT_GT(fit->quality.relative_rms, largest_residual);
  const FittedCurve stated = as_stated(*fit);
  EXPECT_THAT(names_of(stated), testing::Each(testing::Not(testing::StartsWith("G"))));
  EXPECT_THAT(stated.notes, testing::Contains(testing::HasSubstr("No bandwidth and no interval is stated")));
}

TEST(FitLogGp, needs_lengths) {
  EXPECT_THAT(fit_loggp({}, {}).error().message, testing::HasSubstr("not identifiable"));
}

}  // namespace
}  // namespace sonde::model
