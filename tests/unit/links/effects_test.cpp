#include "links/effects.hpp"

#include <gtest/gtest.h>

#include "invented_cluster.hpp"

namespace sonde::links {
namespace {

InventedCluster exact(int players, int block) {
  return {.players = players, .players_of_block = block, .noise = 0, .hiccups = 0};
}

Effects effects_in(const InventedCluster& cluster) {
  test::Dice dice(0);
  return effects_of(cluster.map(dice).message, cluster.blocks());
}

TEST(Effects, of_a_cluster_of_equal_links_are_none) {
  const auto effects = effects_in(exact(8, 8));
  ASSERT_EQ(effects.sends.size(), 8U);
  for (const double effect : effects.sends) EXPECT_NEAR(effect, 0, 1e-6);
  EXPECT_NEAR(effects.levels[0], std::log(100e-6), 1e-6);
  EXPECT_NEAR(effects.spread, 0, 1e-6);
  EXPECT_DOUBLE_EQ(effects.pairs_of_player, 7);
}

TEST(Effects, belong_to_the_sender_or_the_receiver) {
  auto cluster = exact(8, 8);
  cluster.slow_sender = 2;
  cluster.slow_receiver = 5;
  const auto effects = effects_in(cluster);
  EXPECT_NEAR(effects.sends[2], std::log(2), 1e-6);
  EXPECT_NEAR(effects.receives[2], 0, 1e-6);
  EXPECT_NEAR(effects.receives[5], std::log(2), 1e-6);
  EXPECT_NEAR(effects.sends[5], 0, 1e-6);
}

TEST(Effects, leave_to_the_pair_what_is_its_own) {
  auto cluster = exact(8, 8);
  cluster.slow_direction = std::pair{1, 6};
  const auto effects = effects_in(cluster);
  EXPECT_NEAR(effects.rest[1 * 8 + 6], std::log(2), 1e-6);
  EXPECT_NEAR(effects.rest[6 * 8 + 1], 0, 1e-6);
  EXPECT_NEAR(effects.sends[1], 0, 1e-6);
}

TEST(Effects, take_distance_out_first) {
  for (const int block : {2, 4}) {
    const auto effects = effects_in(exact(16, block));
    EXPECT_EQ(effects.level_of_each_pair, block == 4)
        << "blocks of two are too small for levels of their own";
    for (const float rest : effects.rest) {
      if (!std::isnan(rest)) {
        EXPECT_NEAR(rest, 0, 1e-6);
      }
    }
    EXPECT_NEAR(effects.levels[1] - effects.levels[0], std::log(1.5), 1e-6);
  }
}

TEST(Effects, of_blocks_are_those_between_blocks) {
  auto cluster = exact(32, 8);
  cluster.slow_block = 2;
  const auto effects = effects_in(cluster);
  const auto of_blocks = block_effects(effects, cluster.blocks());
  ASSERT_EQ(of_blocks.sends.size(), 4U);
  EXPECT_NEAR(of_blocks.sends[2], std::log(2), 0.01);
  EXPECT_NEAR(of_blocks.sends[0], 0, 0.01);
  EXPECT_NEAR(effects.sends[17], 0, 1e-6) << "its hosts are not to blame";
  EXPECT_TRUE(block_effects(effects_in(exact(24, 8)), exact(24, 8).blocks()).sends.empty())
      << "three are too few";
}

}  // namespace
}  // namespace sonde::links
