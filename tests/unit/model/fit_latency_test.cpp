#include "model/fit_latency.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "synthetic.hpp"

namespace sonde::model {
namespace {

// Eager below 8 KiB: 2 us and 2 GB/s; rendezvous from there: 10 us and 10 GB/s.
std::vector<Sample> two_protocols(double noise, std::uint64_t seed) {
  std::vector<Sample> samples;
  Normal normal(seed);
  for (const std::int64_t x : lengths(16, 1 << 22, 2)) {
    const auto bytes = static_cast<double>(x);
    const double t = x < 8192 ? 2e-6 + bytes / 2e9 : 10e-6 + bytes / 10e9;
    samples.push_back({.benchmark = "PingPong", .bytes = bytes, .seconds = t * (1 + noise * normal())});
  }
  set_weights(samples);
  return samples;
}

const FittedParameter& parameter(const FittedCurve& curve, const std::string& name) {
  for (const FittedParameter& p : curve.parameters)
    if (p.name == name) return p;
  throw std::runtime_error("no parameter " + name);
}

TEST(FitLatency, finds_both_protocols_and_where_they_meet) {
  const auto fit = fit_latency(two_protocols(0, 1));
  ASSERT_TRUE(fit.has_value()) << fit.error().message;
  EXPECT_NEAR(parameter(*fit, "alpha_1").value, 2e-6, 1e-12);
  EXPECT_NEAR(parameter(*fit, "B_1").value, 2e9, 1e3);
  EXPECT_NEAR(parameter(*fit, "alpha_2").value, 10e-6, 1e-11);
  EXPECT_NEAR(parameter(*fit, "B_inf").value, 10e9, 1e4);
  EXPECT_EQ(parameter(*fit, "x_1").value, 8192);
  EXPECT_NEAR(parameter(*fit, "n_1/2").value, 1e5, 1);  // alpha B = 10 us x 10 GB/s
}

TEST(FitLatency, recovers_latency_and_bandwidth_from_noisy_times) {
  int good = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto fit = fit_latency(two_protocols(0.01, seed));
    ASSERT_TRUE(fit.has_value());
    good += std::abs(parameter(*fit, "alpha_1").value / 2e-6 - 1) < 0.02 &&
            std::abs(parameter(*fit, "B_inf").value / 10e9 - 1) < 0.03;
  }
  EXPECT_GE(good, 95);
}

// Weights by measured values favour what came out low by chance: 2 % of the latency at noise of 10 %.
TEST(FitLatency, noise_that_grows_with_the_time_moves_no_parameter) {
  for (const double noise : {0.01, 0.05, 0.1}) {
    double latency = 0, bandwidth = 0;
    int inside = 0, seen = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      std::vector<Sample> samples;
      Normal normal(seed);
      for (int again = 0; again < 5; ++again)
        for (const std::int64_t x : lengths(1, 1 << 22, 1)) {
          const auto bytes = static_cast<double>(x);
          samples.push_back({.bytes = bytes, .seconds = (2e-6 + bytes / 1e9) * (1 + noise * normal())});
        }
      set_weights(samples);
      const auto fit = fit_latency(samples);
      ASSERT_TRUE(fit.has_value());
      for (const auto& [name, truth] : {std::pair{"alpha_1", 2e-6}, {"B_inf", 1e9}}) {
        const FittedParameter& p = parameter(*fit, name);
        (truth < 1 ? latency : bandwidth) += (p.value / truth - 1) / 100;
        if (p.interval) ++seen, inside += p.interval->low <= truth && truth <= p.interval->high;
      }
    }
    EXPECT_NEAR(latency, 0, 0.005) << noise;
    EXPECT_NEAR(bandwidth, 0, 0.01) << noise;
    EXPECT_GE(inside, 88) << noise;
    EXPECT_EQ(seen, 100) << noise;
  }
}

// 2 us and 1 GB/s; all lengths of a launch are as much slower or faster, each also has noise of its own.
std::vector<Sample> launches(int count, double between, double noise, std::uint64_t seed) {
  std::vector<Sample> samples;
  Normal normal(seed);
  for (int launch = 0; launch < count; ++launch) {
    const double all = 1 + between * normal();
    for (const std::int64_t x : lengths(16, 1 << 20, 1)) {
      const auto bytes = static_cast<double>(x);
      samples.push_back(
          {.bytes = bytes, .seconds = (2e-6 + bytes / 1e9) * all * (1 + noise * normal()), .launch = launch});
    }
  }
  set_weights(samples);
  return samples;
}

/// How many of 100 fits have the true value in the interval of a parameter.
int covered(int count, double between, const std::string& name, double truth) {
  int inside = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto fit = fit_latency(launches(count, between, 0.01, seed));
    if (!fit) continue;
    const auto& interval = *parameter(*fit, name).interval;
    inside += interval.low <= truth && truth <= interval.high;
  }
  return inside;
}

TEST(FitLatency, intervals_hold_what_differs_between_launches) {
  EXPECT_GE(covered(5, 0.05, "alpha_1", 2e-6), 88);
  EXPECT_GE(covered(5, 0.05, "B_1", 1e9), 88);
  EXPECT_GE(covered(3, 0.05, "B_1", 1e9), 88);
  EXPECT_GE(covered(5, 0, "alpha_1", 2e-6), 88) << "launches that are alike";
}

TEST(FitLatency, launches_that_are_alike_widen_an_interval_little) {
  double together = 0, apart = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    auto samples = launches(7, 0, 0.01, seed);
    apart += segment_lines(by_length(samples)).front().latency_width;
    for (Sample& s : samples) s.launch = 0;
    together += segment_lines(by_length(samples)).front().latency_width;
  }
  EXPECT_LT(apart, 1.5 * together);
}

/// Short messages of 0.15 to 0.3 us and 20 GB/s in a table of two digits.
std::vector<Sample> printed(std::uint64_t seed) {
  std::vector<Sample> samples;
  Normal normal(seed);
  const double latency = 0.15e-6 + 0.15e-6 * static_cast<double>(seed) / 40;
  for (const std::int64_t x : lengths(1, 512, 1)) {
    const double t = (latency + static_cast<double>(x) / 20e9) * (1 + 0.003 * normal());
    samples.push_back(
        {.bytes = static_cast<double>(x), .seconds = std::round(t * 1e8) / 1e8, .rounding = 0.005e-6});
  }
  set_weights(samples);
  return samples;
}

TEST(FitLatency, intervals_hold_what_printed_digits_leave_open) {
  int inside = 0, without = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    auto samples = printed(seed);
    const auto holds = [&] {
      const auto line = segment_lines(by_length(samples)).front();
      return std::abs(line.seconds_per_byte - 1 / 20e9) <= line.slope_width;
    };
    inside += holds();
    for (Sample& s : samples) s.rounding = 0;
    without += holds();
  }
  EXPECT_GE(inside, 38);
  EXPECT_LT(without, 32) << "so that this test can fail";
}

TEST(FitLatency, a_step_of_a_digit_is_no_bandwidth) {
  std::vector<Sample> samples;
  for (const std::int64_t x : lengths(1, 2048, 1))
    samples.push_back(
        {.bytes = static_cast<double>(x), .seconds = x < 1024 ? 0.01e-6 : 0.02e-6, .rounding = 0.005e-6});
  set_weights(samples);
  EXPECT_FALSE(fit_latency(samples).has_value());
  for (Sample& s : samples) s.rounding = 0;
  EXPECT_TRUE(fit_latency(samples).has_value());
}

TEST(FitLatency, is_named_after_its_mode_and_counts_processes) {
  auto samples = two_protocols(0, 1);
  for (auto& sample : samples)
    sample.benchmark = "osu_latency", sample.mode = "buffers D D", sample.processes = 1;
  EXPECT_EQ(fit_latency(samples)->name, "latency and bandwidth of osu_latency buffers D D, 1 process");
  for (auto& sample : samples) sample.processes = 4, sample.pairs = 16;
  EXPECT_EQ(fit_latency(samples)->name,
            "latency and bandwidth of osu_latency buffers D D, 16 groups of 4 processes")
      << "-p 4 chooses it";
}

TEST(FitLatency, times_that_do_not_grow_tell_no_bandwidth) {
  Normal normal(7);
  std::vector<Sample> flat;
  for (const std::int64_t x : lengths(1, 1 << 20, 2))
    flat.push_back({.bytes = static_cast<double>(x), .seconds = 1e-6 * (1 + 0.005 * normal())});
  set_weights(flat);
  const auto fit = fit_latency(flat);
  ASSERT_FALSE(fit.has_value());
  EXPECT_EQ(fit.error().message,
            "not identifiable: the time does not grow with the length beyond doubt, so that there is no "
            "bandwidth: measure longer messages");
}

TEST(FitLatency, one_line_stays_one_segment) {
  int single = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Normal normal(seed);
    std::vector<Sample> samples;
    for (const std::int64_t x : lengths(16, 1 << 22, 2)) {
      const auto bytes = static_cast<double>(x);
      samples.push_back({.bytes = bytes, .seconds = (2e-6 + bytes / 1e9) * (1 + 0.02 * normal())});
    }
    set_weights(samples);
    single += segment_lines(samples).size() == 1;
  }
  EXPECT_GE(single, 40);
}

TEST(FitLatency, each_segment_has_at_least_four_lengths) {
  std::vector<Sample> samples;
  for (int i = 1; i <= 11; ++i)
    samples.push_back({.bytes = double(i), .seconds = i <= 3 ? 1.0 : i + 100.0, .sigma = 1});
  for (const Segment& s : segment_lines(samples)) EXPECT_GE(s.points, 4);
  EXPECT_TRUE(segment_lines(std::vector<Sample>(samples.begin(), samples.begin() + 3)).empty());
  EXPECT_EQ(segment_lines(std::vector<Sample>(samples.begin(), samples.begin() + 4)).size(), 1U);
  EXPECT_TRUE(segment_lines({}).empty());
}

TEST(FitLatency, half_performance_length_may_lie_in_an_early_segment_or_nowhere) {
  const Segment early{.from = 1, .to = 1000, .latency = 1, .seconds_per_byte = 0.001};
  EXPECT_NEAR(half_performance_length(std::vector{early}, 1000), 1000, 1e-9);
  EXPECT_TRUE(std::isinf(half_performance_length(std::vector{early}, 1e9)));
  const Segment jump{.from = 5000, .to = 9000, .latency = 0, .seconds_per_byte = 0.001};
  EXPECT_EQ(half_performance_length(std::vector{Segment{1, 4000, 10, 0.001, 0, 0, 4}, jump}, 1000), 5000);
}

TEST(FitLatency, too_few_lengths_are_refused) {
  EXPECT_THAT(fit_latency({}).error().message, testing::HasSubstr("not identifiable"));
}

TEST(FitLatency, ten_thousand_points_are_fitted) {
  std::vector<Sample> samples;
  for (int i = 1; i <= 10000; ++i) samples.push_back({.bytes = 100.0 * i, .seconds = 1e-6 + i * 1e-7});
  set_weights(samples);
  const auto fit = fit_latency(samples);
  ASSERT_TRUE(fit.has_value());
  EXPECT_NEAR(parameter(*fit, "B_inf").value, 1e9, 1e3);
}

}  // namespace
}  // namespace sonde::model
