#include "stats/loop_map.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace sonde::stats {
namespace {

std::int64_t sum(const LoopMap& map) {
  return std::accumulate(map.counts.begin(), map.counts.end(), std::int64_t{0});
}

TEST(LoopMap, has_a_column_for_each_batch_where_these_are_few) {
  const std::vector<double> batches{1e-6, 1e-6, 9e-6, 1e-6};
  const LoopMap map = loop_map(std::vector<LoopSamples>{{batches, 400}});
  EXPECT_EQ(map.columns, 4);
  EXPECT_EQ(map.rows, most_rows);
  EXPECT_EQ(map.repetitions, 400);
  EXPECT_DOUBLE_EQ(map.edge(0), 1e-6);
  EXPECT_NEAR(map.edge(map.rows), 9e-6, 1e-12);
  for (int column = 0; column < 4; ++column) EXPECT_EQ(map.at(column, column == 2 ? map.rows - 1 : 0), 1);
  EXPECT_EQ(sum(map), 4);
}

TEST(LoopMap, sums_launches_of_other_lengths_at_their_places) {
  const std::vector<double> whole(100, 1e-6), half(50, 2e-6);
  const LoopMap map = loop_map(std::vector<LoopSamples>{{whole, 1000}, {half, 500}});
  EXPECT_EQ(map.columns, 50);
  EXPECT_EQ(sum(map), 150);
  for (int column = 0; column < 50; ++column) {
    EXPECT_EQ(map.at(column, 0), 2) << column;
    EXPECT_EQ(map.at(column, map.rows - 1), column < 25 ? 2 : 0) << column;
  }
}

TEST(LoopMap, of_equal_times_is_one_row_around_them) {
  const std::vector<double> batches(200, 3e-6);
  const LoopMap map = loop_map(std::vector<LoopSamples>{{batches, 200}});
  EXPECT_EQ(map.columns, most_columns);
  EXPECT_EQ(map.rows, 1);
  EXPECT_LT(map.edge(0), 3e-6);
  EXPECT_GT(map.edge(1), 3e-6);
  EXPECT_EQ(sum(map), 200);
}

TEST(LoopMap, takes_one_batch_and_times_that_are_none) {
  const std::vector<double> one{5e-6}, none{0, 0, 1e-6}, nothing{0};
  EXPECT_EQ(sum(loop_map(std::vector<LoopSamples>{{one, 1}})), 1);
  const LoopMap map = loop_map(std::vector<LoopSamples>{{none, 3}});
  EXPECT_EQ(map.at(0, 0) + map.at(1, 0) + map.at(2, 0), 3);
  EXPECT_EQ(sum(loop_map(std::vector<LoopSamples>{{nothing, 0}})), 1);
}

}  // namespace
}  // namespace sonde::stats
