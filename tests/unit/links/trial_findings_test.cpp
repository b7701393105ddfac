#include "links/trial_findings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "invented_cluster.hpp"
#include "seeds.hpp"

namespace sonde::links {
namespace {

const int drawn = seeds(20);
const int nearly_all = drawn - std::max(1, drawn / 100);

/// Of all that are drawn those where exactly one thing is proved slow, and it is this one.
int named(const std::function<InventedCluster(int seed)>& cluster, Kind kind, LinkQuantity quantity,
          Direction direction, const std::function<std::pair<int, int>(int seed)>& who) {
  int right = 0;
  for (int seed = 0; seed < drawn; ++seed) {
    test::Dice dice(static_cast<std::uint64_t>(seed));
    const auto slow = cluster(seed).slow(dice);
    if (slow.size() != 1) continue;
    const auto [first, second] = who(seed);
    const Suspect& s = slow.front();
    if (s.kind == kind && s.quantity == quantity && s.direction == direction && s.first == first &&
        s.second == second)
      ++right;
  }
  return right;
}

int player(int seed) {
  return seed * 37 % 64;
}
std::pair<int, int> host(int seed) {
  return {player(seed), -1};
}
std::pair<int, int> pair_of(int seed) {
  return std::minmax({player(seed), (player(seed) + 1 + seed % 60) % 64});
}

TEST(Findings, of_a_healthy_cluster_are_none) {
  for (const int block : {64, 8, 2}) {
    int healthy = 0;
    for (int seed = 0; seed < drawn; ++seed) {
      test::Dice dice(static_cast<std::uint64_t>(1000 + seed));
      if (InventedCluster{.players_of_block = block}.slow(dice).empty()) ++healthy;
    }
    EXPECT_GE(healthy, nearly_all) << block << " hosts a switch";
  }
}

TEST(Findings, name_a_host_whose_link_has_half_the_rate) {
  for (const int block : {64, 8, 2})
    EXPECT_GE(
        named([&](int seed) { return InventedCluster{.players_of_block = block, .slow_host = player(seed)}; },
              Kind::host, LinkQuantity::bandwidth, Direction::both, host),
        nearly_all)
        << block;
}

TEST(Findings, name_the_direction_of_a_host) {
  EXPECT_GE(named([](int seed) { return InventedCluster{.slow_sender = player(seed)}; }, Kind::host,
                  LinkQuantity::bandwidth, Direction::sends, host),
            nearly_all);
  EXPECT_GE(named([](int seed) { return InventedCluster{.slow_receiver = player(seed)}; }, Kind::host,
                  LinkQuantity::bandwidth, Direction::receives, host),
            nearly_all);
}

TEST(Findings, name_a_pair_whose_route_has_half_the_rate) {
  for (const int block : {64, 8})
    EXPECT_GE(
        named(
            [&](int seed) { return InventedCluster{.players_of_block = block, .slow_link = pair_of(seed)}; },
            Kind::link, LinkQuantity::bandwidth, Direction::both, pair_of),
        nearly_all)
        << block;
}

TEST(Findings, name_the_one_direction_of_a_pair_that_is_slow) {
  EXPECT_GE(named([](int seed) { return InventedCluster{.slow_direction = pair_of(seed)}; }, Kind::link,
                  LinkQuantity::bandwidth, Direction::sends, pair_of),
            nearly_all);
}

TEST(Findings, name_a_host_of_three_times_the_latency) {
  EXPECT_GE(
      named([](int seed) { return InventedCluster{.players_of_block = 8, .distant_host = player(seed)}; },
            Kind::host, LinkQuantity::latency, Direction::both, host),
      nearly_all);
}

TEST(Findings, name_a_switch_and_not_its_hosts) {
  EXPECT_GE(named([](int seed) { return InventedCluster{.players_of_block = 8, .slow_block = seed % 8}; },
                  Kind::block, LinkQuantity::bandwidth, Direction::both,
                  [](int seed) {
                    return std::pair{seed % 8, -1};
                  }),
            nearly_all);
}

TEST(Findings, name_a_host_and_a_link_of_others_at_the_same_time) {
  int right = 0;
  for (int seed = 0; seed < drawn; ++seed) {
    test::Dice dice(static_cast<std::uint64_t>(seed));
    const auto slow = InventedCluster{.slow_host = 5, .slow_link = std::pair{20, 40}}.slow(dice);
    right += slow.size() == 2 && slow[0].kind == Kind::host && slow[0].first == 5 &&
             slow[1].kind == Kind::link && slow[1].first == 20 && slow[1].second == 40;
  }
  EXPECT_GE(right, nearly_all);
}

TEST(Findings, of_few_pairs_name_hosts_only) {
  test::Dice dice(3);
  const InventedCluster cluster{.slow_host = 7, .slow_link = std::pair{20, 40}};
  const auto slow = cluster.slow(dice, false);
  ASSERT_EQ(slow.size(), 1U);
  EXPECT_EQ(slow[0].kind, Kind::host);
  EXPECT_EQ(slow[0].first, 7);
}

TEST(Findings, are_fine_within_the_threshold_and_say_how_much_slower) {
  test::Dice dice(1);
  InventedCluster cluster{.noise = 0.002, .hiccups = 0, .slower = 1.085, .slow_host = 9};
  const auto fine = cluster.findings(dice);
  ASSERT_EQ(fine.size(), 1U);
  EXPECT_EQ(fine[0].verdict, TrialVerdict::fine);
  EXPECT_NEAR(fine[0].factor, 1.085, 0.005);
  cluster.slower = 1.5;
  const auto slow = cluster.findings(dice);
  ASSERT_EQ(slow.size(), 1U);
  EXPECT_EQ(slow[0].verdict, TrialVerdict::slow);
  EXPECT_LT(slow[0].low, 1.5);
  EXPECT_GT(slow[0].high, 1.5);
  EXPECT_NEAR(slow[0].factor, 1.5, 0.01);
  EXPECT_EQ(slow[0].trials, 24);
  EXPECT_LT(slow[0].p, 1e-6);
}

TEST(Findings, without_trials_are_open) {
  const std::vector<Suspect> suspects{{.first = 3, .factor = 2}};
  const auto findings = judge(suspects, std::vector<TrialTimes>(1), 0.10);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].verdict, TrialVerdict::open);
  EXPECT_DOUBLE_EQ(findings[0].factor, 2);
  EXPECT_EQ(findings[0].trials, 0);
  EXPECT_DOUBLE_EQ(findings[0].p, 1);
}

TEST(Findings, of_fewer_than_four_players_are_none) {
  test::Dice dice(1);
  const InventedCluster three{.players = 3, .players_of_block = 3, .slower = 10, .slow_host = 1};
  EXPECT_TRUE(three.findings(dice).empty());
  const InventedCluster four{.players = 4, .players_of_block = 4, .slower = 10, .slow_host = 1};
  EXPECT_EQ(four.slow(dice).size(), 1U);
}

TEST(Range, is_of_the_pairs_that_have_met) {
  const float unknown = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(range_of({2, {unknown, 3, 1, unknown}}), (Range{1, 2, 3}));
  EXPECT_EQ(range_of({1, {unknown}}), Range{});
}

}  // namespace
}  // namespace sonde::links
