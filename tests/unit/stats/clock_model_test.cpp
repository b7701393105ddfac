#include "stats/clock_model.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "synthetic.hpp"

namespace sonde::stats {
namespace {

/// Exchanges over `seconds`, each way at least 1 us plus an exponential delay of 5 us on average.
std::vector<ClockSample> exchanges(int count, double seconds, double offset, double drift) {
  synthetic::Source source(11);
  std::vector<ClockSample> out;
  for (int i = 0; i < count; ++i) {
    const double sent = 1000 + seconds * i / count;
    const double there = sent + 1e-6 + 5e-6 * source.exponential();
    const double back = there + 1e-6 + 5e-6 * source.exponential();
    out.push_back({sent, there + offset + drift * (there - 1000), back});
  }
  return out;
}

TEST(ClockModel, finds_planted_offset_and_drift) {
  const double offset = -3.7;
  const double drift = 2e-5;
  const auto model = fit_clock(exchanges(400, 2, offset, drift));
  ASSERT_TRUE(model);
  for (const double t : {1000.0, 1001.0, 1002.0, 1010.0}) {
    const double truth = t + offset + drift * (t - 1000);
    EXPECT_LE(std::abs(model->to_remote(t) - truth), model->error_at(t)) << t;
    EXPECT_NEAR(model->to_reference(truth), t, model->error_at(t)) << t;
  }
  const double middle = 1001 + offset + drift;
  EXPECT_LT(std::abs(model->to_remote(1001) - middle),
            1e-6 + 1e-6);  // 1 us and half of the shortest round trip
  EXPECT_NEAR(model->rate, drift, 2e-6);
  EXPECT_LT(model->rate_error, 1e-4);
}

TEST(ClockModel, does_not_fit_a_rate_to_a_moment) {
  const auto model = fit_clock(exchanges(50, 1e-3, 0.5, 2e-5));
  ASSERT_TRUE(model);
  EXPECT_EQ(model->rate, 0);
  EXPECT_EQ(model->rate_error, 1e-4);
  EXPECT_LE(std::abs(model->to_remote(1000) - 1000.5), model->error_at(1000));
}

TEST(ClockModel, one_exchange_gives_its_middle_and_half_a_round_trip) {
  const std::array<ClockSample, 1> one{{{10.0, 52.0, 14.0}}};
  const auto model = fit_clock(one);
  ASSERT_TRUE(model);
  EXPECT_DOUBLE_EQ(model->offset, 40);
  EXPECT_DOUBLE_EQ(model->error_bound, 2);
  EXPECT_DOUBLE_EQ(model->to_reference(52), 12);
}

TEST(ClockModel, the_bound_holds_what_the_line_leaves) {
  const std::array<ClockSample, 2> two{{{0, 41, 2}, {1, 43, 3}}};  // 40 and 41 apart, too close for a rate
  const auto model = fit_clock(two);
  ASSERT_TRUE(model);
  EXPECT_DOUBLE_EQ(model->offset, 40.5);
  EXPECT_DOUBLE_EQ(model->error_bound, 1 + 0.5);
}

TEST(ClockModel, slow_exchanges_do_not_move_it) {
  std::vector<ClockSample> samples;
  for (int i = 0; i < 40; ++i) {  // three in four are held up for 100 us on the way there
    const double sent = 0.01 * i;
    const double there = sent + 1e-6 + (i % 4 == 0 ? 0 : 1e-4);
    samples.push_back({sent, there + 7, there + 1e-6});
  }
  const auto model = fit_clock(samples);
  ASSERT_TRUE(model);
  EXPECT_NEAR(model->to_remote(0.2), 7.2, 1e-9);
  EXPECT_NEAR(model->error_bound, 1e-6, 1e-9);
}

TEST(ClockModel, refuses_nonsense) {
  EXPECT_FALSE(fit_clock({}));
  EXPECT_FALSE(fit_clock(std::array<ClockSample, 1>{{{2, 5, 1}}}));
  EXPECT_FALSE(fit_clock(std::array<ClockSample, 1>{{{std::nan(""), 5, 1}}}));
}

}  // namespace
}  // namespace sonde::stats
