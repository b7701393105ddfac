#include "catalog/draws.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

namespace sonde {
namespace {

TEST(Draws, PairsDifferAndAreEquallyLikely) {
  std::map<std::pair<int, int>, int> seen;
  for (int repetition = 0; repetition < 1000; ++repetition)
    for (int i = 0; i < 12; ++i) ++seen[drawn_pair(0, 4, repetition, i)];
  EXPECT_EQ(seen.size(), 12U);
  for (const auto& [pair, count] : seen) {
    EXPECT_NE(pair.first, pair.second);
    EXPECT_NEAR(count, 1000, 150);
  }
}

TEST(Draws, RingsHoldEveryRankOnceAndEveryOrderComes) {
  std::map<std::vector<int>, int> seen;
  for (int repetition = 0; repetition < 6000; ++repetition) ++seen[drawn_ring(3, 3, repetition)];
  EXPECT_EQ(seen.size(), 6U);
  for (const auto& [ring, count] : seen) {
    EXPECT_THAT(ring, testing::UnorderedElementsAre(0, 1, 2));
    EXPECT_NEAR(count, 1000, 150);
  }
}

TEST(Draws, NeighboursInARingAgree) {
  for (int rank = 0; rank < 7; ++rank) {
    const auto mine = drawn_neighbours(5, 7, rank, 11);
    EXPECT_EQ(drawn_neighbours(5, 7, mine.after, 11).before, rank);
    EXPECT_EQ(drawn_neighbours(5, 7, mine.before, 11).after, rank);
  }
}

TEST(Draws, FollowTheSeed) {
  EXPECT_EQ(drawn_ring(1, 64, 0), drawn_ring(1, 64, 0));
  EXPECT_NE(drawn_ring(1, 64, 0), drawn_ring(2, 64, 0));
  EXPECT_NE(drawn_ring(1, 64, 0), drawn_ring(1, 64, 1));
}

}  // namespace
}  // namespace sonde
