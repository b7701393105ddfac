#include "model/fit_overlap.hpp"

#include <gtest/gtest.h>

#include "synthetic.hpp"

namespace sonde::model {
namespace {

PairModel truth(int pairs, double latency = 5e-6) {
  return {.pairs = pairs,
          .group = pairs,
          .bandwidth = 1e9,
          .latency = latency,
          .inner = 1 << 20,
          .outer = 1 << 20};
}

const std::vector<std::int64_t> many = lengths(1024, 1 << 24, 4);  // 57 lengths, four an octave

struct Recovery {
  int bandwidth = 0, latency = 0, chunk = 0, all = 0, covered[3] = {0, 0, 0};
};

Recovery recover(int pairs, double latency, const OverlapFitOptions& options, int seeds) {
  Recovery count;
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto samples = overlap_samples(truth(pairs, latency), many, 0.02, static_cast<std::uint64_t>(seed));
    const auto fit = fit_overlap(samples, options);
    if (!fit) continue;
    const double expected[3] = {1e9, latency, 1 << 20}, tolerance[3] = {0.01, 0.10, 0.05};
    bool good[3];
    for (int i = 0; i < 3; ++i) {
      const FittedParameter& p = fit->parameters[static_cast<std::size_t>(i)];
      good[i] = std::abs(p.value / expected[i] - 1) <= tolerance[i];
      count.covered[i] += p.interval->low <= expected[i] && expected[i] <= p.interval->high;
    }
    count.bandwidth += good[0], count.latency += good[1], count.chunk += good[2];
    count.all += good[0] && good[1] && good[2];
  }
  return count;
}

// B_r within 1 %, T_l within 10 %, C within 5 %, all three at once, from times with 2 % noise.
TEST(FitOverlap, recovers_all_parameters_in_95_of_100_seeds) {
  for (int pairs : {2, 4, 8}) {
    const Recovery count = recover(pairs, 5e-6, {.from = 1024}, 100);
    EXPECT_GE(count.all, 95) << pairs;
    for (int covered : count.covered) EXPECT_GE(covered, 90) << pairs;
  }
  EXPECT_GE(recover(2, 2e-5, {.from = 1024}, 100).all, 95);
}

TEST(FitOverlap, recovers_them_too_when_it_looks_for_a_mode_change_itself) {
  EXPECT_GE(recover(2, 5e-6, {}, 30).all, 28);
}

TEST(FitOverlap, is_exact_without_noise) {
  const auto fit = fit_overlap(overlap_samples(truth(2), many, 0, 1));
  ASSERT_TRUE(fit.has_value()) << fit.error().message;
  EXPECT_NEAR(fit->parameters[0].value, 1e9, 1e4);
  EXPECT_NEAR(fit->parameters[1].value, 5e-6, 1e-9);
  EXPECT_NEAR(fit->parameters[2].value, 1 << 20, 200);
  EXPECT_GT(fit->quality.r_squared, 0.999999);
  EXPECT_EQ(fit->points.size(), many.size());
  EXPECT_EQ(fit->curve.size(), 201U);
}

TEST(FitOverlap, leaves_out_lengths_that_the_library_sends_in_another_way) {
  auto samples = overlap_samples(truth(2), many, 0.02, 3);
  for (Sample& s : samples)
    if (s.bytes <= 32768) s.seconds = 3e-6 + s.bytes / 4e8;
  const auto fit = fit_overlap(samples);
  ASSERT_TRUE(fit.has_value()) << fit.error().message;
  EXPECT_NEAR(fit->points.front().x, 38968, 1);  // the first length above 32 KiB
  EXPECT_NEAR(fit->parameters[0].value / 1e9, 1, 0.02);
  ASSERT_FALSE(fit->notes.empty());
  EXPECT_NE(fit->notes.back().find("left out"), std::string::npos);
}

std::string refusal(const std::vector<Sample>& samples, const OverlapFitOptions& options = {}) {
  const auto fit = fit_overlap(samples, options);
  return fit ? "accepted" : fit.error().message;
}

TEST(FitOverlap, says_why_a_parameter_cannot_be_had) {
  const auto below = overlap_samples(truth(2), lengths(1024, 1 << 19, 2), 0.02, 1);
  EXPECT_NE(refusal(below).find("below the chunk"), std::string::npos) << refusal(below);
  const auto above = overlap_samples(truth(2, 0), lengths(1 << 28, 1 << 30, 4), 0.02, 1);
  EXPECT_NE(refusal(above).find("or far above it"), std::string::npos) << refusal(above);
  const auto few = overlap_samples(truth(2), lengths(1 << 19, 1 << 22, 1), 0.02, 1);
  EXPECT_NE(refusal(few).find("4 different lengths"), std::string::npos) << refusal(few);
  EXPECT_NE(refusal(below, {.from = 1 << 19}).find("--from"), std::string::npos);
  EXPECT_NE(refusal({}).find("0 different lengths"), std::string::npos);
  EXPECT_NE(refusal(overlap_samples(truth(1), many, 0.02, 1)).find("one pair"), std::string::npos);
}

TEST(FitOverlap, says_that_measured_processes_were_not_in_phase) {
  auto samples = read_samples(std::string(SONDE_TEST_DATA) + "/model/pairs_100mbit.csv").value();
  std::erase_if(samples, [](const Sample& s) { return s.pairs != 2; });
  set_weights(samples);
  EXPECT_NE(refusal(samples).find("do not describe these times"), std::string::npos) << refusal(samples);
  std::erase_if(samples, [](const Sample& s) { return s.bytes > 32768; });
  const auto eager = fit_overlap(samples, {.from = 1, .phase = LinkPhase::antiphase});
  ASSERT_TRUE(eager.has_value()) << eager.error().message;
  EXPECT_NEAR(eager->parameters[0].value / 11.75e6, 1, 0.1);  // what one pair reaches at 4 MiB
}

TEST(FitOverlap, a_latency_that_a_busy_link_hides_has_an_interval_that_says_so) {
  int covered = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const auto fit =
        fit_overlap(overlap_samples(truth(8), lengths(32768, 1 << 24, 4), 0.02, seed), {.from = 1});
    ASSERT_TRUE(fit.has_value()) << fit.error().message;
    covered += fit->parameters[1].interval->low <= 5e-6 && 5e-6 <= fit->parameters[1].interval->high;
  }
  EXPECT_GE(covered, 46);
}

TEST(FitOverlap, fits_the_other_phases) {
  for (LinkPhase phase : {LinkPhase::mixed, LinkPhase::antiphase}) {
    const auto samples = overlap_samples(truth(2, 5e-5), many, 0.02, 5, phase);
    const auto fit = fit_overlap(samples, {.from = 1, .phase = phase});
    ASSERT_TRUE(fit.has_value()) << fit.error().message;
    EXPECT_NEAR(fit->parameters[0].value / 1e9, 1, 0.02);
    EXPECT_NEAR(fit->parameters[1].value / 5e-5, 1, 0.05);
  }
}

TEST(FitOverlap, what_misses_by_more_is_refused_in_every_phase) {
  for (const double off : {0.02, 0.25, 0.4, 0.6})
    for (const LinkPhase phase : {LinkPhase::locked, LinkPhase::mixed, LinkPhase::antiphase}) {
      auto samples = overlap_samples(truth(2, 5e-5), many, 0, 5, phase);
      for (std::size_t i = 0; i < samples.size(); ++i) samples[i].seconds *= i % 2 == 0 ? 1 + off : 1 - off;
      EXPECT_EQ(fit_overlap(samples, {.from = 1, .phase = phase}).has_value(), off < 0.1) << off;
    }
}

TEST(FitOverlap, the_causal_rule_gives_back_a_latency_that_the_clamp_hides) {
  PairModel causal = truth(2, 2e-3);  // twice the time of a chunk
  causal.rule = LatencyRule::causal;
  const auto samples = overlap_samples(causal, many, 0, 1);
  const auto fit = fit_overlap(samples, {.from = 1024, .rule = LatencyRule::causal});
  ASSERT_TRUE(fit.has_value()) << fit.error().message;
  EXPECT_NEAR(fit->parameters[0].value / 1e9, 1, 1e-6);
  EXPECT_NEAR(fit->parameters[1].value / 2e-3, 1, 1e-6);
  EXPECT_NEAR(fit->parameters[2].value / (1 << 20), 1, 1e-3);
  EXPECT_NE(fit->formula.find("f = x up to C"), std::string::npos);
  const auto clamped = fit_overlap(samples, {.from = 1024});
  EXPECT_TRUE(!clamped || std::abs(clamped->parameters[1].value / 2e-3 - 1) > 0.2);
}

}  // namespace
}  // namespace sonde::model
