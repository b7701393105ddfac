// The quantile of a growing set is that of order.hpp, to the last bit.
#include "stats/running_quantile.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "stats/order.hpp"

namespace sonde::stats {
namespace {

TEST(RunningQuantile, IsTheQuantileOfAllSoFar) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform;
  for (const double level : {0.0, 0.1, 0.5, 0.8, 0.9, 1.0})
    for (const bool ties : {false, true}) {
      RunningQuantile running(level);
      std::vector<double> all;
      for (int i = 0; i < 120; ++i) {
        const double value = uniform(random);
        all.push_back(ties ? std::round(4 * value) : value);
        running.add(all.back());
        ASSERT_EQ(running.value(), quantile(sorted(all), level)) << level << ' ' << i;
        ASSERT_EQ(running.size(), all.size());
      }
    }
}

}  // namespace
}  // namespace sonde::stats
