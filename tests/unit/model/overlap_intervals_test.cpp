// How wide the intervals of overlap fits are, where the truth and its noise are known.
#include "model/overlap_intervals.hpp"

#include <gtest/gtest.h>

#include "model/fit_overlap.hpp"
#include "synthetic.hpp"

namespace sonde::model {
namespace {

constexpr PairModel truth{
    .pairs = 2, .group = 2, .bandwidth = 1e9, .latency = 1e-6, .inner = 8192, .outer = 8192};

double relative_width(const stats::Interval& interval, double value) {
  return (interval.high - interval.low) / value;
}

TEST(OverlapIntervals, shrink_to_nothing_where_the_points_lie_on_the_model) {
  const auto samples = overlap_samples(truth, lengths(1024, 1 << 20, 2), 0, 1);
  const auto found = overlap_intervals(samples, truth, LinkPhase::locked);
  ASSERT_TRUE(found);
  EXPECT_LT(relative_width(found->bandwidth, truth.bandwidth), 1e-6);
  EXPECT_LE(found->bandwidth.low, truth.bandwidth);
  EXPECT_GE(found->bandwidth.high, truth.bandwidth);
}

TEST(OverlapIntervals, grow_with_the_noise) {
  const auto width = [](double noise) {
    const auto found = overlap_intervals(overlap_samples(truth, lengths(1024, 1 << 20, 2), noise, 1), truth,
                                         LinkPhase::locked);
    return found ? relative_width(found->bandwidth, truth.bandwidth) : 1.0;
  };
  EXPECT_LT(width(0.01), 0.05);
  EXPECT_NEAR(width(0.01) / width(0.001), 10, 2);
}

TEST(OverlapIntervals, hold_what_differs_between_launches) {
  int bandwidth = 0, latency = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto samples = in_launches(5, 0.03, seed, [](std::uint64_t each) {
      return overlap_samples(truth, lengths(1024, 1 << 20, 2), 0.002, each);
    });
    const auto fit = fit_overlap(by_length(samples));
    ASSERT_TRUE(fit) << fit.error().message;
    const auto holds = [&](const char* name, double true_value) {
      for (const FittedParameter& p : fit->parameters)
        if (p.name == name && p.interval)
          return p.interval->low <= true_value && true_value <= p.interval->high;
      return false;
    };
    bandwidth += holds("B_r", truth.bandwidth);
    latency += holds("T_l", truth.latency);
  }
  EXPECT_GE(bandwidth, 88);
  EXPECT_GE(latency, 88);
}

TEST(OverlapIntervals, are_none_where_points_of_one_length_tell_nothing_apart) {
  auto samples = overlap_samples(truth, lengths(65536, 65536, 1), 0, 1);
  while (samples.size() < 5) samples.push_back(samples.front());
  EXPECT_FALSE(overlap_intervals(samples, truth, LinkPhase::locked));
}

}  // namespace
}  // namespace sonde::model
