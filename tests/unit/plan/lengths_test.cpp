#include "plan/lengths.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "rows.hpp"

namespace sonde {
namespace {

using testing::ElementsAre;

constexpr auto most = std::numeric_limits<std::int64_t>::max();

TEST(Lengths, AreZeroAndPowersOfTwo) {
  Settings settings;
  const auto lengths = lengths_for(settings, test::ping_pong);
  ASSERT_EQ(lengths.size(), 24U);  // guide 6.1
  EXPECT_EQ(lengths[0], 0);
  EXPECT_EQ(lengths[1], 1);
  EXPECT_EQ(lengths[23], 4194304);
}

TEST(Lengths, OfSingleElementsAreOne) {
  Settings settings;
  EXPECT_THAT(lengths_for(settings, test::swap), ElementsAre(4));
  settings.lengths = {64, 128};
  EXPECT_THAT(lengths_for(settings, test::swap), ElementsAre(4));
}

TEST(Lengths, BeginWithOneElement) {
  Settings settings;
  const auto lengths = lengths_for(settings, test::allreduce);
  ASSERT_EQ(lengths.size(), 22U);
  EXPECT_THAT(std::vector(lengths.begin(), lengths.begin() + 3), ElementsAre(0, 4, 8));
  EXPECT_EQ(lengths_for(settings, test::window)[1], 4);
  settings.red_data_type = TransferType::double_type;
  EXPECT_EQ(lengths_for(settings, test::allreduce)[1], 8);
  EXPECT_EQ(lengths_for(settings, test::window)[1], 4)
      << "one-sided buffers are floats whatever the options say";
  settings.data_type = TransferType::int_type;
  EXPECT_EQ(lengths_for(settings, test::ping_pong)[1], 4);
}

TEST(Lengths, FollowMsglogAndZeroSize) {
  Settings settings;
  settings.min_log = 3;
  settings.max_log = 5;
  EXPECT_THAT(lengths_for(settings, test::ping_pong), ElementsAre(0, 8, 16, 32));
  settings.zero_size = false;
  EXPECT_THAT(lengths_for(settings, test::ping_pong), ElementsAre(8, 16, 32));
  settings.min_log = settings.max_log = 62;
  EXPECT_THAT(lengths_for(settings, test::ping_pong), ElementsAre(std::int64_t{1} << 62));
}

TEST(Lengths, OfTheUserKeepTheirOrderAndAreRoundedUp) {
  Settings settings;
  settings.lengths = {100, 7, 0, 5, 8};
  EXPECT_THAT(lengths_for(settings, test::ping_pong), ElementsAre(100, 7, 0, 5, 8));
  EXPECT_THAT(lengths_for(settings, test::allreduce), ElementsAre(100, 8, 0, 8, 8));
}

TEST(Lengths, OfCountsAreSoManyElements) {
  Settings settings;
  settings.counts = {0, 3, 5};
  EXPECT_EQ(lengths_for(settings, test::ping_pong), (std::vector<std::int64_t>{0, 3, 5}));
  EXPECT_EQ(lengths_for(settings, test::allreduce), (std::vector<std::int64_t>{0, 12, 20}));
  settings.red_data_type = TransferType::double_type;
  EXPECT_EQ(lengths_for(settings, test::allreduce), (std::vector<std::int64_t>{0, 24, 40}));
}

TEST(Lengths, AreOneZeroWhereThereIsNone) {
  Settings settings;
  settings.lengths = {1, 2};
  EXPECT_THAT(lengths_for(settings, test::barrier), ElementsAre(0));
}

TEST(RoundUp, StaysWithin64Bits) {
  EXPECT_EQ(round_up(0, 8), 0);
  EXPECT_EQ(round_up(1, 8), 8);
  EXPECT_EQ(round_up(8, 8), 8);
  EXPECT_EQ(round_up(most, 1), most);
  EXPECT_EQ(round_up(most, 8), most - 7);
}

TEST(Share, SplitsTheGuidesWay) {
  EXPECT_EQ(share(11, 4, 0), 3);  // 11 = 2 x 4 + 3: three ranks have 3
  EXPECT_EQ(share(11, 4, 2), 3);
  EXPECT_EQ(share(11, 4, 3), 2);
  EXPECT_EQ(share(1, 4, 0), 1);
  EXPECT_EQ(share(1, 4, 3), 0);
}

TEST(Share, PartsAddUpAndFollowEachOther) {
  for (const std::int64_t elements : {std::int64_t{0}, std::int64_t{5}, std::int64_t{97}, most})
    for (const int ranks : {1, 2, 3, 7, 64}) {
      std::int64_t sum = 0;
      for (int rank = 0; rank < ranks; ++rank) {
        EXPECT_EQ(share_offset(elements, ranks, rank), sum);
        sum += share(elements, ranks, rank);
      }
      EXPECT_EQ(sum, elements);
      EXPECT_EQ(share_offset(elements, ranks, ranks), elements);
    }
}

}  // namespace
}  // namespace sonde
