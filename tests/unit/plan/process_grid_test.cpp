#include "plan/process_grid.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace sonde {
namespace {

using testing::ElementsAre;
using testing::Optional;

TEST(ProcessGrid, IsAsSquareAsDivisorsAllow) {
  EXPECT_THAT(grid_of(4, 2), Optional(ElementsAre(2, 2)));
  EXPECT_THAT(grid_of(12, 2), Optional(ElementsAre(4, 3)));
  EXPECT_THAT(grid_of(14, 2), Optional(ElementsAre(7, 2)));
  EXPECT_THAT(grid_of(8, 3), Optional(ElementsAre(2, 2, 2)));
  EXPECT_THAT(grid_of(24, 3), Optional(ElementsAre(4, 3, 2)));
  EXPECT_THAT(grid_of(60, 3), Optional(ElementsAre(5, 4, 3)));
}

TEST(ProcessGrid, HasNoExtentOfOne) {
  for (const int prime : {1, 2, 3, 5, 7}) EXPECT_EQ(grid_of(prime, 2), std::nullopt);
  for (const int few : {1, 4, 6, 9, 10}) EXPECT_EQ(grid_of(few, 3), std::nullopt);
}

TEST(ProcessGrid, IsTheOneAskedForWhereItFits) {
  EXPECT_THAT(grid_of(8, 2, {2, 4}), Optional(ElementsAre(2, 4)));
  EXPECT_EQ(grid_of(8, 2, {2, 3}), std::nullopt);
  EXPECT_THAT(grid_of(8, 3, {2, 4}), Optional(ElementsAre(2, 2, 2))) << "of another number of dimensions";
}

TEST(ProcessGrid, NeighboursAreDownAndUpEachDimension) {
  const ProcessGrid grid{3, 2};  // ranks 0 1 / 2 3 / 4 5
  EXPECT_THAT(grid_neighbours(grid, 0), ElementsAre(4, 2, 1, 1));
  EXPECT_THAT(grid_neighbours(grid, 3), ElementsAre(1, 5, 2, 2));
  EXPECT_EQ(grid_text(grid), "3 x 2");
}

TEST(ProcessGrid, TheOppositeDirectionLeadsBack) {
  const ProcessGrid grid{4, 3, 2};
  for (int rank = 0; rank < 24; ++rank) {
    const auto there = grid_neighbours(grid, rank);
    for (std::size_t d = 0; d < 6; ++d)
      EXPECT_EQ(grid_neighbours(grid, there[d])[d ^ 1U], rank) << rank << " " << d;
  }
}

}  // namespace
}  // namespace sonde
