#include "links/suspects.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "invented_cluster.hpp"

namespace sonde::links {
namespace {

TEST(Suspects, have_the_direction_that_is_much_slower_than_the_other) {
  test::Dice dice(2);
  const InventedCluster cluster{.players = 8, .noise = 0, .hiccups = 0};
  Map map = cluster.map(dice);
  map.message.seconds[1 * 8 + 2] *= 9;
  map.message.seconds[2 * 8 + 1] *= 1.2F;
  const auto suspects = suspects_of(map, cluster.blocks(), 0.10);
  ASSERT_EQ(suspects.size(), 1U);
  EXPECT_EQ(suspects[0].direction, Direction::sends);
  EXPECT_EQ(suspects[0].first, 1);
  map.message.seconds[2 * 8 + 1] *= 6;
  EXPECT_EQ(suspects_of(map, cluster.blocks(), 0.10).at(0).direction, Direction::both);
}

TEST(Suspects, are_sorted_by_what_they_are_and_how_slow) {
  test::Dice dice(2);
  InventedCluster cluster{.noise = 0.001, .hiccups = 0, .slow_sender = 1, .slow_receiver = 9};
  cluster.slow_link = std::pair{20, 30};
  const auto suspects = suspects_of(cluster.map(dice), cluster.blocks(), 0.10);
  ASSERT_EQ(suspects.size(), 3U);
  EXPECT_EQ(suspects[0].kind, Kind::host);
  EXPECT_EQ(suspects[1].kind, Kind::host);
  EXPECT_EQ(suspects[2].kind, Kind::link);
  EXPECT_NEAR(suspects[2].factor, 2, 0.02);
  EXPECT_GE(suspects[0].factor, suspects[1].factor);
}

/// Half a round trip within and between switches, and what a host has beyond that.
Map latencies(const Blocks& blocks, const std::function<double(int, int)>& seconds) {
  const int players = static_cast<int>(blocks.of.size());
  const std::vector<float> equal(blocks.of.size() * blocks.of.size(), 1e-4F);
  Map map{{players, {}}, {players, equal}, true};
  for (int i = 0; i < players; ++i)
    for (int j = 0; j < players; ++j) {
      const auto at = static_cast<std::size_t>(i) * blocks.of.size() + static_cast<std::size_t>(j);
      if (i == j) map.message.seconds[at] = std::numeric_limits<float>::quiet_NaN();
      map.latency.seconds.push_back(i == j ? map.message.seconds[at] : static_cast<float>(seconds(i, j)));
    }
  return map;
}

Blocks one_block(int players) {
  return {std::vector<int>(static_cast<std::size_t>(players), 0), {"one"}};
}

TEST(Suspects, are_no_hosts_that_are_near_each_other_and_far_from_the_rest) {
  test::Dice dice(3);
  for (const int near : {12, 13}) {  // and four or three hosts on another switch, of which no name tells
    const InventedCluster cluster{.players = 16, .players_of_block = near, .noise = 0.01};
    for (const Suspect& suspect : suspects_of(cluster.map(dice), one_block(16), 0.10))
      EXPECT_NE(suspect.kind, Kind::host) << near << ": " << suspect.first;
  }
}

TEST(Suspects, are_hosts_that_are_slow_with_each_other_too) {
  for (const double slower : {1.2, 2.0, 5.0})
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      test::Dice dice(seed);
      const auto slow = [](int player) { return player == 3 || player == 5; };
      const auto seen = [&](int i, int j) {
        return 10e-6 * (slow(i) || slow(j) ? slower : 1) * std::exp(0.02 * dice.normal());
      };
      const auto suspects = suspects_of(latencies(one_block(12), seen), one_block(12), 0.10);
      ASSERT_GE(suspects.size(), 2U) << slower << " " << seed;
      EXPECT_EQ(suspects[0].kind, Kind::host);
      EXPECT_EQ(suspects[1].kind, Kind::host);
      EXPECT_EQ(suspects[0].first + suspects[1].first, 8);
    }
}

TEST(Suspects, are_ranks_of_a_host_that_is_slow_to_others_and_not_within) {
  for (const int ranks : {2, 3}) {
    Blocks blocks{{}, {}};
    for (int player = 0; player < 5 * ranks; ++player) blocks.of.push_back(player / ranks);
    for (int block = 0; block < 5; ++block) blocks.names.push_back("h" + std::to_string(block));
    const auto seen = [&](int i, int j) {
      const int a = i / ranks, b = j / ranks;
      return a == b ? 1e-6 : a == 1 || b == 1 ? 20e-6 : 10e-6;
    };
    EXPECT_FALSE(suspects_of(latencies(blocks, seen), blocks, 0.10).empty()) << ranks;
  }
}

TEST(Suspects, of_links_stand_out_of_what_links_differ_by_themselves) {
  test::Dice dice(3);
  const auto least = [&](double noise) {
    const InventedCluster cluster{.players = 16, .noise = noise, .hiccups = 0};
    return least_slowdown_of_link(cluster.map(dice), one_block(16));
  };
  EXPECT_LT(least(0.005), 0.03);
  EXPECT_GT(least(0.15), 0.6);
  EXPECT_LT(least(0.15), 1.5);
  EXPECT_EQ(least_slowdown_of_link({}, {}), 0);
}

TEST(Suspects, have_the_mean_of_the_latencies_that_both_players_saw) {
  const Blocks blocks{std::vector<int>(8, 0), {"one"}};
  const auto seen = [](int i, int j) { return i == 1 && j == 2 ? 90e-6 : 10e-6; };
  const auto suspects = suspects_of(latencies(blocks, seen), blocks, 0.10);
  ASSERT_EQ(suspects.size(), 1U);
  EXPECT_EQ(suspects[0].kind, Kind::link);
  EXPECT_EQ(suspects[0].direction, Direction::both);
  EXPECT_NEAR(suspects[0].factor, 5, 0.1);
}

TEST(Suspects, are_no_links_of_a_host_that_is_as_slow_towards_others_as_far_away) {
  const Blocks blocks{{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}, {"near", "far"}};
  const auto suspects = suspects_of(latencies(blocks,
                                              [](int i, int j) {
                                                return 10e-6 + ((i < 6) == (j < 6) ? 0 : 30e-6) +
                                                       (i == 2 || j == 2 ? 25e-6 : 0);
                                              }),
                                    blocks, 0.10);
  ASSERT_EQ(suspects.size(), 1U);
  EXPECT_EQ(suspects[0].kind, Kind::host);
  EXPECT_EQ(suspects[0].first, 2);
}

TEST(Suspects, are_hosts_whose_slowness_a_slow_switch_hides_from_all_but_their_neighbours) {
  Blocks blocks;
  for (int i = 0; i < 20; ++i) blocks.of.push_back(i / 4);
  blocks.names.assign(5, "s");
  const auto suspects = suspects_of(latencies(blocks,
                                              [](int i, int j) {
                                                const bool slow =
                                                    i / 4 != j / 4 && (i / 4 == 3 || j / 4 == 3);
                                                return slow || i == 13 || j == 13 ? 20e-6 : 10e-6;
                                              }),
                                    blocks, 0.10);
  ASSERT_EQ(suspects.size(), 2U);
  EXPECT_EQ(suspects[0].kind, Kind::block);
  EXPECT_EQ(suspects[0].first, 3);
  EXPECT_EQ(suspects[1].kind, Kind::host);
  EXPECT_EQ(suspects[1].first, 13);
}

}  // namespace
}  // namespace sonde::links
