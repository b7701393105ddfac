// Is it seen when few batches take much of the time, and only then? By simulation with a fixed seed.
#include "stats/outliers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "synthetic.hpp"

namespace sonde::stats {
namespace {

using synthetic::Draw;
using synthetic::noise;
using synthetic::Source;
/// The rule of the warning: at most a quarter of the batches cost more than 5 % of the time.
double share_warned_of(int batches, const Draw& draw, int count = 2000) {
  Source source(5u + static_cast<unsigned>(batches));
  int warned = 0;
  for (int i = 0; i < count; ++i) {
    const auto found = outliers(draw(source, batches), {});
    warned += found && found->share <= 0.25 && cost(*found) > 0.05 ? 1 : 0;
  }
  return static_cast<double>(warned) / count;
}

TEST(Outliers, noise_is_not_warned_of) {
  for (const int batches : {5, 8, 10, 20, 30, 50}) {
    for (const double rho : {0.0, 0.5, 0.8}) {
      EXPECT_LE(share_warned_of(batches, noise(0.1, rho)), 0.01) << batches << ' ' << rho;
      EXPECT_LE(share_warned_of(batches, noise(0.2, rho)), 0.02) << batches << ' ' << rho;
    }
  }
}

/// 1000 calls of 0.9 us, and each with probability 1 / 1000 takes 1 ms longer.
std::vector<double> rarely_interrupted(Source& s, int n) {
  return s.series(n, [&] {
    double seconds = 0;
    const int calls = 1000 / n;
    for (int i = 0; i < calls; ++i)
      seconds += 0.9e-6 * std::exp(0.05 * s.normal()) + (s.uniform() < 1e-3 ? 1e-3 : 0);
    return seconds / calls;
  });
}

TEST(Outliers, single_calls_that_are_a_thousand_times_slower_are_seen) {
  const double hit = 1 - std::exp(-1);  // of the loops: the others hold no such call
  for (const int batches : {8, 20, 50})
    EXPECT_NEAR(share_warned_of(batches, rarely_interrupted, 1000), hit, 0.08) << batches;
}

TEST(Outliers, share_of_the_batches_and_of_the_time) {
  std::vector<double> means(20, 1.0);
  means[3] = 11;
  const auto found = outliers(means, {});
  EXPECT_DOUBLE_EQ(found->share, 0.05);
  EXPECT_DOUBLE_EQ(found->time, 11.0 / 30);
  EXPECT_DOUBLE_EQ(cost(*found), 1.0 / 3);  // 10 of 30 more than another batch takes
  std::vector<std::int64_t> repetitions(20, 10);
  repetitions[19] = 20;
  EXPECT_DOUBLE_EQ(outliers(means, repetitions)->time, 11.0 / 31);
  EXPECT_DOUBLE_EQ(outliers(std::vector<double>(20, 1.0), {})->time, 0);
  EXPECT_FALSE(outliers(std::vector<double>(7, 1.0), {}));
}

}  // namespace
}  // namespace sonde::stats
