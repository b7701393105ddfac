#include "links/trials.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "invented_cluster.hpp"

namespace sonde::links {
namespace {

std::vector<PairComparison> chosen(const InventedCluster& cluster, const Suspect& suspect,
                                   const std::vector<Suspect>& suspects) {
  test::Dice dice(0);
  return comparisons_of(suspect, cluster.map(dice), cluster.blocks(), suspects);
}
std::vector<PairComparison> chosen(const InventedCluster& cluster, const Suspect& suspect) {
  return chosen(cluster, suspect, {suspect});
}

/// Players who take part in the healthy pairs.
std::set<int> healthy_players(const std::vector<PairComparison>& comparisons) {
  std::set<int> out;
  for (const PairComparison& one : comparisons)
    for (const auto& [from, to] : one.healthy) out.insert({from, to});
  return out;
}

TEST(Comparisons, put_a_healthy_pair_with_the_same_partner_behind_each_of_a_host) {
  const InventedCluster cluster{.players_of_block = 8};
  const auto comparisons = chosen(cluster, {.direction = Direction::sends, .first = 10});
  ASSERT_GE(comparisons.size(), 6U);
  for (const auto& [suspect, healthy] : comparisons) {
    EXPECT_EQ(suspect.from, 10);
    ASSERT_EQ(healthy.size(), 1U);
    EXPECT_EQ(suspect.to, healthy[0].to);
    EXPECT_NE(healthy[0].from, 10);
    EXPECT_EQ(healthy[0].from / 8, 1) << "stands where the suspect stands";
  }
}

TEST(Comparisons, of_a_receiver_end_at_it) {
  for (const auto& [suspect, healthy] :
       chosen({.players = 8}, {.direction = Direction::receives, .first = 2})) {
    EXPECT_EQ(suspect.to, 2);
    EXPECT_EQ(healthy[0].from, suspect.from);
    EXPECT_NE(healthy[0].to, 2);
  }
}

TEST(Comparisons, of_both_directions_take_turns) {
  const auto comparisons = chosen({.players = 8}, {.direction = Direction::both, .first = 2});
  ASSERT_EQ(comparisons.size(), 12U);
  for (std::size_t i = 0; i < comparisons.size(); i += 2) {
    EXPECT_EQ(comparisons[i].suspect.from, 2);
    EXPECT_EQ(comparisons[i + 1].suspect, (Pair{comparisons[i].suspect.to, 2}));
  }
}

TEST(Comparisons, are_with_nobody_who_is_suspect) {
  const InventedCluster cluster{.players = 16, .players_of_block = 4};
  const Suspect first{.kind = Kind::host, .first = 0}, second{.kind = Kind::host, .first = 5},
      link{.kind = Kind::link, .first = 2, .second = 6};
  const std::vector<Suspect> all{first, second, link};
  for (const Suspect& suspect : all) {
    const auto comparisons = chosen(cluster, suspect, all);
    EXPECT_FALSE(comparisons.empty());
    for (const int player : healthy_players(comparisons))
      EXPECT_TRUE(player != 5 && (player != 0 || suspect == first)) << player;
    for (const auto& one : comparisons)
      for (const auto& [from, to] : one.healthy)
        EXPECT_FALSE(std::min(from, to) == 2 && std::max(from, to) == 6);
  }
}

TEST(Comparisons, of_a_host_of_a_slow_switch_are_with_others_of_that_switch) {
  const InventedCluster cluster{.players = 20, .players_of_block = 4, .slow_host = 13, .slow_block = 3};
  const Suspect block{.kind = Kind::block, .first = 3, .factor = 2}, host{.first = 13, .factor = 2};
  const auto comparisons = chosen(cluster, host, {block, host});
  ASSERT_FALSE(comparisons.empty());
  for (const auto& [suspect, healthy] : comparisons)
    for (const auto& [from, to] : healthy) EXPECT_TRUE(from / 4 == 3 && to / 4 == 3) << from << " " << to;
  for (const auto& [suspect, healthy] : chosen(cluster, block, {block, host}))
    EXPECT_TRUE(suspect.from != 13 && suspect.to != 13) << "not to be judged by its slow host";
}

TEST(Comparisons, of_a_link_are_with_others_of_its_ends_and_one_of_neither) {
  const auto comparisons =
      chosen({.players = 16}, {.kind = Kind::link, .direction = Direction::sends, .first = 3, .second = 9});
  ASSERT_EQ(comparisons.size(), 6U);
  for (const auto& [suspect, healthy] : comparisons) {
    EXPECT_EQ(suspect, (Pair{3, 9}));
    ASSERT_EQ(healthy.size(), 3U);
    EXPECT_EQ(healthy[0].from, 3);
    EXPECT_EQ(healthy[1].to, 9);
    EXPECT_EQ(healthy[2], (Pair{healthy[1].from, healthy[0].to}));
  }
}

TEST(Comparisons, of_a_link_within_a_switch_of_two_are_with_those_of_other_such_switches) {
  const InventedCluster cluster{.players = 8, .players_of_block = 2};
  const Suspect link{.kind = Kind::link, .direction = Direction::sends, .first = 2, .second = 3};
  const auto comparisons = chosen(cluster, link);
  ASSERT_EQ(comparisons.size(), 3U);
  for (const auto& [suspect, healthy] : comparisons) EXPECT_EQ(healthy[0].from / 2, healthy[0].to / 2);
  const Suspect host{.first = 2};
  EXPECT_TRUE(chosen(cluster, link, {link, host}).empty()) << "is as slow as its host";
  const Suspect of_three{.kind = Kind::link, .first = 0, .second = 1};
  EXPECT_TRUE(chosen({.players = 6, .players_of_block = 3}, of_three).empty()) << "nothing is like it";
}

TEST(Comparisons, of_a_switch_are_with_pairs_of_other_switches) {
  const auto comparisons =
      chosen({.players_of_block = 8}, {.kind = Kind::block, .direction = Direction::sends, .first = 3});
  ASSERT_EQ(comparisons.size(), 6U);
  for (const auto& [suspect, healthy] : comparisons) {
    EXPECT_EQ(suspect.from / 8, 3);
    EXPECT_EQ(healthy[0].to, suspect.to);
    EXPECT_NE(healthy[0].from / 8, 3);
    EXPECT_NE(healthy[0].from / 8, healthy[0].to / 8);
  }
}

TEST(Comparisons, are_none_where_nobody_is_healthy) {
  std::vector<Suspect> all;
  for (int player = 0; player < 4; ++player) all.push_back({.kind = Kind::host, .first = player});
  EXPECT_TRUE(chosen({.players = 4, .players_of_block = 4}, all[0], all).empty());
}

TEST(Comparisons, may_be_with_what_is_far_less_slow) {
  const InventedCluster cluster{.players = 4, .players_of_block = 4};
  const Suspect link{
      .kind = Kind::link, .direction = Direction::sends, .first = 1, .second = 2, .factor = 50};
  std::vector<Suspect> all{link};
  for (int player = 0; player < 4; ++player)
    all.push_back({.kind = Kind::host, .first = player, .factor = 1.5});
  EXPECT_FALSE(chosen(cluster, link, all).empty());
  EXPECT_TRUE(chosen(cluster, all[1], all).empty()) << "all others are as slow";
}

TEST(Comparisons, of_a_link_expect_what_each_end_adds) {
  const std::array<double, 3> ends{7, 5, 4};
  EXPECT_DOUBLE_EQ(expected_seconds(ends), 8);
  EXPECT_DOUBLE_EQ(expected_seconds(std::span(ends).first(1)), 7);
}

}  // namespace
}  // namespace sonde::links
