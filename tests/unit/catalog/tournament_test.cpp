#include "catalog/tournament.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

namespace sonde {
namespace {

/// Partners of partners are oneself, nobody meets itself, and so each round is of disjoint pairs.
void expect_pairs(const Tournament& tournament, int round) {
  for (int player = 0; player < tournament.players; ++player) {
    const int partner = tournament.partner(player, round);
    if (partner < 0) continue;
    ASSERT_LT(partner, tournament.players);
    ASSERT_NE(partner, player);
    ASSERT_EQ(tournament.partner(partner, round), player);
  }
}

TEST(Tournament, lets_every_pair_meet_once_for_2_to_257_players) {
  for (int players = 2; players <= 257; ++players) {
    const Tournament tournament{players};
    ASSERT_EQ(tournament.rounds(), players % 2 == 0 ? players - 1 : players);
    std::set<std::pair<int, int>> met;
    int idle = 0;
    for (int round = 0; round < tournament.rounds(); ++round) {
      expect_pairs(tournament, round);
      for (int player = 0; player < players; ++player) {
        const int partner = tournament.partner(player, round);
        idle += partner < 0 ? 1 : 0;
        if (partner <= player) continue;
        ASSERT_TRUE(met.emplace(player, partner).second) << players << " players";
      }
    }
    ASSERT_EQ(met.size(), static_cast<std::size_t>(players) * static_cast<std::size_t>(players - 1) / 2);
    ASSERT_EQ(idle, players % 2 == 0 ? 0 : players) << "one a round where their number is odd";
    ASSERT_EQ(tournament.meetings(), players - 1);
  }
}

TEST(Tournament, of_few_rounds_draws_pairs_that_differ_from_round_to_round_and_by_seed) {
  for (const int players : {2, 31, 64}) {
    const Tournament tournament{players, 18, 5};
    EXPECT_EQ(tournament.rounds(), 18);
    std::set<std::vector<int>> rounds;
    for (int round = 0; round < 18; ++round) {
      expect_pairs(tournament, round);
      std::vector<int> partners;
      int idle = 0;
      for (int player = 0; player < players; ++player) {
        partners.push_back(tournament.partner(player, round));
        idle += partners.back() < 0 ? 1 : 0;
      }
      EXPECT_EQ(idle, players % 2);
      rounds.insert(partners);
    }
    EXPECT_EQ(rounds.size(), players == 2 ? 1U : 18U);
  }
  EXPECT_NE((Tournament{64, 1, 1}.partner(0, 0)), (Tournament{64, 1, 2}.partner(0, 0)));
}

TEST(Tournament, of_one_player_has_nobody_to_meet) {
  const Tournament alone{1};
  for (int round = 0; round < alone.rounds(); ++round) EXPECT_EQ(alone.partner(0, round), -1);
}

}  // namespace
}  // namespace sonde
