#include "links/suspects.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "invented_cluster.hpp"

namespace sonde::links {
namespace {

/// Players who take part in the healthy pairs of trials.
std::set<int> healthy_players(const std::vector<Trial>& trials) {
  std::set<int> out;
  for (const Trial& trial : trials)
    if (!trial.suspect) out.insert({trial.from, trial.to});
  return out;
}

TEST(Trials, put_a_healthy_pair_behind_each_of_the_suspect) {
  const InventedCluster cluster{.players_of_block = 8};
  const Suspect suspect{.kind = Kind::host, .direction = Direction::sends, .first = 10};
  const auto trials = trials_of(suspect, cluster.blocks(), {suspect});
  ASSERT_EQ(trials.size(), 12U);
  for (std::size_t i = 0; i < trials.size(); i += 2) {
    EXPECT_TRUE(trials[i].suspect);
    EXPECT_FALSE(trials[i + 1].suspect);
    EXPECT_EQ(trials[i].from, 10);
    EXPECT_EQ(trials[i].to, trials[i + 1].to);
    EXPECT_EQ(trials[i + 1].from / 8, 1) << "stands where the suspect stands";
  }
}

TEST(Trials, of_a_receiver_end_at_it) {
  const InventedCluster cluster{.players = 8};
  const Suspect suspect{.kind = Kind::host, .direction = Direction::receives, .first = 2};
  for (const Trial& trial : trials_of(suspect, cluster.blocks(), {suspect}))
    EXPECT_EQ(trial.to == 2, trial.suspect);
}

TEST(Trials, of_both_directions_take_turns) {
  const InventedCluster cluster{.players = 8};
  const Suspect suspect{.kind = Kind::host, .direction = Direction::both, .first = 2};
  const auto trials = trials_of(suspect, cluster.blocks(), {suspect});
  EXPECT_EQ(std::ranges::count(trials, 2, &Trial::from), 3);
  EXPECT_EQ(std::ranges::count(trials, 2, &Trial::to), 3);
}

TEST(Trials, compare_with_nobody_who_is_suspect) {
  const InventedCluster cluster{.players = 12, .players_of_block = 4};
  const Suspect first{.kind = Kind::host, .first = 0}, second{.kind = Kind::host, .first = 1},
      block{.kind = Kind::block, .first = 2}, link{.kind = Kind::link, .first = 2, .second = 5};
  const std::vector<Suspect> all{first, second, block, link};
  for (const Suspect& suspect : {first, second, link})
    for (const int player : healthy_players(trials_of(suspect, cluster.blocks(), all)))
      EXPECT_TRUE(player >= 2 && player < 8) << player;
  for (const Trial& trial : trials_of(first, cluster.blocks(), all))
    EXPECT_FALSE((trial.from == 2 && trial.to == 5) || (trial.from == 5 && trial.to == 2));
}

TEST(Trials, of_a_link_repeat_it_among_links_of_its_ends) {
  const InventedCluster cluster{.players = 16};
  const Suspect link{.kind = Kind::link, .direction = Direction::sends, .first = 3, .second = 9};
  const auto trials = trials_of(link, cluster.blocks(), {link});
  ASSERT_EQ(trials.size(), 12U);
  for (const auto& [from, to, suspect] : trials) {
    EXPECT_EQ(suspect, from == 3 && to == 9);
    EXPECT_TRUE(from == 3 || to == 9);
  }
}

TEST(Trials, of_a_switch_are_compared_with_pairs_of_other_switches) {
  const InventedCluster cluster{.players_of_block = 8};
  const Suspect block{.kind = Kind::block, .direction = Direction::sends, .first = 3};
  const auto trials = trials_of(block, cluster.blocks(), {block});
  ASSERT_GE(trials.size(), 4U);
  for (const auto& [from, to, suspect] : trials) {
    EXPECT_EQ(from / 8 == 3, suspect);
    EXPECT_NE(from / 8, to / 8);
  }
}

TEST(Trials, are_none_where_nobody_is_healthy) {
  const InventedCluster cluster{.players = 4, .players_of_block = 4};
  std::vector<Suspect> all;
  for (int player = 0; player < 4; ++player) all.push_back({.kind = Kind::host, .first = player});
  EXPECT_TRUE(trials_of(all[0], cluster.blocks(), all).empty());
}

TEST(Trials, may_compare_with_what_is_far_less_slow) {
  const InventedCluster cluster{.players = 4, .players_of_block = 4};
  const Suspect link{
      .kind = Kind::link, .direction = Direction::sends, .first = 1, .second = 2, .factor = 50};
  std::vector<Suspect> all{link};
  for (int player = 0; player < 4; ++player)
    all.push_back({.kind = Kind::host, .first = player, .factor = 1.5});
  EXPECT_FALSE(trials_of(link, cluster.blocks(), all).empty());
  EXPECT_TRUE(trials_of(all[1], cluster.blocks(), all).empty()) << "all others are as slow";
}

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

}  // namespace
}  // namespace sonde::links
