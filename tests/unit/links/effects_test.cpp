#include "links/effects.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>

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

TEST(Groups, are_blocks_of_three_and_all_smaller_ones_together) {
  const Groups groups({{0, 0, 0, 1, 1, 2, 3, 3, 3}, {"a", "b", "c", "d"}});
  ASSERT_EQ(groups.size(), 3);
  EXPECT_EQ(groups.block(0), 0);
  EXPECT_EQ(groups.block(1), 3);
  EXPECT_EQ(groups.block(2), -1);
  EXPECT_EQ(groups.of(2), 0);
  EXPECT_EQ(groups.of(4), 2);
  EXPECT_EQ(groups.of(5), 2);
  EXPECT_EQ(groups.level_of_pair(3, 5), groups.level_of_pair(5, 4)) << "between small blocks";
  EXPECT_NE(groups.level_of_pair(3, 4), groups.level_of_pair(3, 5)) << "within one";
  EXPECT_NE(groups.level_of_pair(0, 6), groups.level_of_pair(6, 0)) << "each direction has its own";
}

TEST(Groups, are_larger_where_few_pairs_have_met) {
  const Blocks blocks{{0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}, {"a", "b"}};
  EXPECT_EQ(Groups(blocks, 0.2).block(Groups(blocks, 0.2).of(0)), -1);
  EXPECT_EQ(Groups(blocks, 0.2).block(Groups(blocks, 0.2).of(4)), 1);
}

TEST(Effects, take_distance_out_first) {
  for (const int block : {2, 4}) {
    const auto cluster = exact(16, block);
    const auto effects = effects_in(cluster);
    for (const float rest : effects.rest) {
      if (!std::isnan(rest)) {
        EXPECT_NEAR(rest, 0, 1e-6);
      }
    }
    const double far = effects.levels[effects.groups.level_of_pair(0, 15)];
    EXPECT_NEAR(far - effects.levels[effects.groups.level_of_pair(0, 1)], std::log(1.5), 1e-6);
  }
}

TEST(Effects, of_blocks_are_those_between_blocks) {
  auto cluster = exact(32, 8);
  cluster.slow_block = 2;
  const auto effects = effects_in(cluster);
  ASSERT_EQ(effects.group_sends.size(), 4U);
  EXPECT_NEAR(effects.group_sends[2], std::log(2), 0.01);
  EXPECT_NEAR(effects.group_receives[2], std::log(2), 0.01);
  EXPECT_LT(effects.group_sends[0], 0.01);
  EXPECT_NEAR(effects.sends[17], 0, 1e-6) << "its hosts are not to blame";
  cluster.players = 24;
  EXPECT_EQ(effects_in(cluster).group_sends, std::vector<double>(3, 0)) << "three are too few";
}

/// Exact times of 1 us within blocks and so many between them, of which some players have a multiple.
Matrix times(const Blocks& blocks, const std::function<double(int, int)>& between,
             const std::map<int, double>& slow) {
  const int players = static_cast<int>(blocks.of.size());
  const auto factor = [&](int player) { return slow.contains(player) ? slow.at(player) : 1; };
  Matrix out{players, {}};
  for (int i = 0; i < players; ++i)
    for (int j = 0; j < players; ++j) {
      const int a = blocks.of[static_cast<std::size_t>(i)], b = blocks.of[static_cast<std::size_t>(j)];
      const double seconds = (a == b ? 1e-6 : between(a, b)) * std::max(factor(i), factor(j));
      out.seconds.push_back(i == j ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(seconds));
    }
  return out;
}

const Blocks four_blocks{{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}, {"a", "b", "c", "d"}};

TEST(Effects, belong_to_most_players_of_a_block_rather_than_to_it_where_one_is_as_quick_as_others) {
  const auto effects =
      effects_of(times(four_blocks, [](int, int) { return 2e-6; }, {{3, 2.0}, {4, 2.0}}), four_blocks);
  for (const auto& slower : {effects.sends, effects.receives}) {
    EXPECT_NEAR(slower[3], std::log(2), 1e-5);
    EXPECT_NEAR(slower[4], std::log(2), 1e-5);
    EXPECT_NEAR(slower[5], 0, 1e-5);
  }
  EXPECT_NEAR(effects.group_sends[1], 0, 1e-5);
  EXPECT_NEAR(effects.group_receives[1], 0, 1e-5);
}

TEST(Effects, of_half_of_the_players_of_a_block_are_found) {
  const Blocks two{{0, 0, 0, 0, 1, 1, 1, 1}, {"a", "b"}};
  const auto effects = effects_of(times(two, [](int, int) { return 3e-6; }, {{1, 2.0}, {2, 2.0}}), two);
  for (const int player : {0, 1, 2, 3, 4})
    EXPECT_NEAR(effects.sends[static_cast<std::size_t>(player)], player == 1 || player == 2 ? std::log(2) : 0,
                1e-5);
}

TEST(Effects, of_a_block_are_none_where_another_one_is_near) {
  // Two rooms of four and of two switches: those of the smaller room are far from most others.
  Blocks blocks;
  for (int i = 0; i < 18; ++i) blocks.of.push_back(i / 3);
  blocks.names.assign(6, "s");
  const auto effects =
      effects_of(times(blocks, [](int a, int b) { return (a < 4) == (b < 4) ? 2e-6 : 6e-6; }, {}), blocks);
  for (const double effect : effects.group_sends) EXPECT_LT(effect, 1e-5);
}

}  // namespace
}  // namespace sonde::links
