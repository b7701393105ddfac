#include "stats/pooled_curve.hpp"

#include <gtest/gtest.h>

#include <array>

namespace sonde::stats {
namespace {

std::vector<CurveStep> pooled(const std::vector<TailCurve>& curves) {
  std::vector<const TailCurve*> all;
  for (const TailCurve& curve : curves) all.push_back(&curve);
  return pooled_curve(all);
}

void expect_steps(const std::vector<CurveStep>& steps, const std::vector<CurveStep>& wanted) {
  ASSERT_EQ(steps.size(), wanted.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(steps[i].seconds, wanted[i].seconds) << i;
    EXPECT_DOUBLE_EQ(steps[i].share, wanted[i].share) << i;
  }
}

TEST(PooledCurve, of_one_has_its_shares) {
  expect_steps(pooled({{{1, 2, 4}, {10, 1, 0}}}), {{1, 1}, {2, 0.1}, {4, 0}});
  expect_steps(pooled({{{1, 2}, {1, 0}}}), {{1, 1}, {2, 0}});
}

TEST(PooledCurve, of_several_counts_the_calls_of_all) {
  const TailCurve short_calls{{1, 2, 4}, {10, 1, 0}}, long_calls{{3, 4}, {30, 0}};
  expect_steps(pooled({short_calls, long_calls}), {{1, 1}, {2, 31.0 / 40}, {4, 0}});
  expect_steps(pooled({short_calls, short_calls}), {{1, 1}, {2, 0.1}, {4, 0}});
}

TEST(PooledCurve, stays_small) {
  std::vector<TailCurve> many(100);
  for (std::size_t i = 0; i < many.size(); ++i)
    for (std::size_t point = 0; point <= 90; ++point) {
      many[i].seconds.push_back(static_cast<double>(point * 100 + i));
      many[i].above.push_back(static_cast<std::int64_t>((90 - point) * 1000));
    }
  const auto steps = pooled(many);
  EXPECT_LE(steps.size(), 402U);
  EXPECT_GE(steps.size(), 150U);
  EXPECT_EQ(steps.front().share, 1);
  EXPECT_EQ(steps.back().share, 0);
}

}  // namespace
}  // namespace sonde::stats
