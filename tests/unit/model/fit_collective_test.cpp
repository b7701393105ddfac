#include "model/fit_collective.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "synthetic.hpp"

namespace sonde::model {
namespace {

std::vector<Sample> collective(const std::function<double(double, double)>& time, double noise,
                               std::uint64_t seed,
                               const std::vector<std::int64_t>& sizes = lengths(8, 1 << 20, 1)) {
  std::vector<Sample> samples;
  Normal normal(seed);
  for (const int p : {2, 4, 8, 16, 32, 64})
    for (const std::int64_t x : sizes) {
      const auto bytes = static_cast<double>(x);
      samples.push_back({.benchmark = "Bcast",
                         .bytes = bytes,
                         .seconds = time(p, bytes) * (1 + noise * normal()),
                         .processes = p});
    }
  set_weights(samples);
  return samples;
}

double tree(double p, double x) {
  return std::log2(p) * (3e-6 + x * 0.5e-9);
}
double linear(double p, double x) {
  return 1e-6 + p * 2e-6 + x * 1e-9;
}
double barrier(double p, double) {
  return 10e-6 * std::log2(p);
}

TEST(FitCollective, prints_the_formula_as_a_person_would) {
  EXPECT_EQ(fit_collective(collective(tree, 0, 1))->formula, "T = 3 us log2(P) + 0.5 ns/B log2(P) x");
  EXPECT_EQ(fit_collective(collective(linear, 0, 1))->formula, "T = 1 us + 2 us P + 1 ns/B x");
  EXPECT_EQ(fit_collective(collective(barrier, 0, 1, {-1}))->formula, "T = 10 us log2(P)");
}

TEST(FitCollective, cross_validation_finds_the_terms_in_noise) {
  int good = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const auto fit = fit_collective(collective(tree, 0.02, seed));
    ASSERT_TRUE(fit.has_value());
    good += fit->parameters.size() == 2 && fit->parameters[0].meaning == "factor of log2(P)" &&
            fit->parameters[1].meaning == "factor of log2(P) x" &&
            std::abs(fit->parameters[0].value / 3e-6 - 1) < 0.02;
  }
  EXPECT_GE(good, 45);
}

TEST(FitCollective, needs_process_counts) {
  auto samples = collective(tree, 0, 1);
  std::erase_if(samples, [](const Sample& s) { return s.processes > 4; });
  EXPECT_THAT(fit_collective(samples).error().message, testing::HasSubstr("at least 3"));
  EXPECT_THAT(fit_collective({}).error().message, testing::HasSubstr("not identifiable"));
}

TEST(FitCollective, three_process_counts_are_enough) {
  auto samples = collective(tree, 0.005, 1);
  std::erase_if(samples, [](const Sample& s) { return s.processes > 8; });
  EXPECT_TRUE(fit_collective(samples).has_value());
}

}  // namespace
}  // namespace sonde::model
