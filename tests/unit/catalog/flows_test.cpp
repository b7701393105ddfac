// Who sends to whom when all send at the same time.
#include "catalog/flows.hpp"

#include <gmock/gmock.h>

#include <array>
#include <map>
#include <vector>

namespace sonde {
namespace {

using testing::ElementsAre;

constexpr std::array every_flow{Flows::shifted, Flows::reversed, Flows::tornado, Flows::transposed,
                                Flows::halves,  Flows::permuted, Flows::paired,  Flows::ring};

std::vector<int> receivers(const FlowMap& flows, std::int64_t repetition = 0) {
  std::vector<int> out;
  for (int rank = 0; rank < flows.ranks; ++rank) out.push_back(flows.ends_of(rank, repetition).to);
  return out;
}

TEST(Flows, FixedOnesLeadWhereTheirNamesSay) {
  EXPECT_THAT(receivers({Flows::shifted, 5, 2}), ElementsAre(2, 3, 4, 0, 1));
  EXPECT_THAT(receivers({Flows::reversed, 4}), ElementsAre(3, 2, 1, 0));
  EXPECT_THAT(receivers({Flows::reversed, 5}), ElementsAre(4, 3, -1, 1, 0));
  EXPECT_THAT(receivers({Flows::tornado, 3}), ElementsAre(1, 2, 0));
  EXPECT_THAT(receivers({Flows::tornado, 8}), ElementsAre(3, 4, 5, 6, 7, 0, 1, 2));
  EXPECT_THAT(receivers({Flows::transposed, 11}), ElementsAre(-1, 3, 6, 1, -1, 7, 2, 5, -1, -1, -1));
  EXPECT_THAT(receivers({Flows::halves, 5}), ElementsAre(2, 3, 0, 1, -1));
}

TEST(Flows, EveryRankReceivesFromTheOneThatSendsToItAndNeverFromItself) {
  for (const Flows kind : every_flow)
    for (int ranks = kind == Flows::tornado ? 3 : 2; ranks < 20; ++ranks)
      for (std::int64_t repetition = 0; repetition < 5; ++repetition) {
        const FlowMap flows{kind, ranks, distance_of_pairs(ranks, 0), 7};
        int messages = 0;
        for (int rank = 0; rank < ranks; ++rank) {
          const Ends ends = flows.ends_of(rank, repetition);
          ASSERT_NE(ends.to, rank);
          if (ends.to < 0) continue;
          ++messages;
          ASSERT_LT(ends.to, ranks);
          ASSERT_EQ(flows.ends_of(ends.to, repetition).from, rank) << static_cast<int>(kind) << ' ' << ranks;
        }
        ASSERT_EQ(messages, flows.messages()) << static_cast<int>(kind) << ' ' << ranks;
      }
  EXPECT_EQ(FlowMap{}.messages(), 0);
}

TEST(Flows, DrawnOnesAreAsLikelyAsEachOther) {
  std::map<std::vector<int>, int> permutations, pairs;
  for (std::int64_t repetition = 0; repetition < 9000; ++repetition) {
    ++permutations[receivers({Flows::permuted, 4, 1, 3}, repetition)];
    ++pairs[receivers({Flows::paired, 4, 1, 3}, repetition)];
  }
  EXPECT_EQ(permutations.size(), 9U);
  for (const auto& [order, count] : permutations) EXPECT_NEAR(count, 1000, 150);
  EXPECT_EQ(pairs.size(), 3U);
  for (const auto& [order, count] : pairs) EXPECT_NEAR(count, 3000, 250);
}

TEST(Flows, FollowTheSeedWhereTheyAreDrawn) {
  for (const Flows kind : every_flow) {
    const FlowMap one{kind, 32, 16, 1}, two{kind, 32, 16, 2};
    EXPECT_EQ(receivers(one), receivers(one));
    EXPECT_EQ(receivers(one) != receivers(two), one.drawn());
    EXPECT_EQ(receivers(one) != receivers(one, 1), one.drawn());
  }
}

}  // namespace
}  // namespace sonde
