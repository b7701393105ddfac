#include "analysis/link_hosts.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "make_case.hpp"

namespace sonde::analysis {
namespace {

using ::testing::ElementsAre;

/// Eight players of which one sends at half the rate and one is farther away.
links::Survey survey_of_eight() {
  links::Survey survey;
  survey.map.message.players = survey.map.latency.players = 8;
  for (int from = 0; from < 8; ++from) {
    survey.ranks.push_back(10 + from);
    survey.blocks.of.push_back(0);
    for (int to = 0; to < 8; ++to) {
      const float unknown = std::nanf("");
      survey.map.message.seconds.push_back(from == to ? unknown : from == 3 ? 2e-4F : 1e-4F);
      survey.map.latency.seconds.push_back(from == to ? unknown : from == 6 || to == 6 ? 1.2e-6F : 1e-6F);
    }
  }
  survey.blocks.names = {""};
  return survey;
}

TEST(LinkHosts, stand_worst_first_with_their_medians) {
  const auto hosts = link_hosts(survey_of_eight());
  ASSERT_EQ(hosts.size(), 8U);
  EXPECT_EQ(hosts[0].player, 3);
  EXPECT_NEAR(hosts[0].worst, 2, 1e-3);
  EXPECT_NEAR(hosts[0].send_seconds, 2e-4, 1e-9);
  EXPECT_NEAR(hosts[0].receive_seconds, 1e-4, 1e-9);
  EXPECT_EQ(hosts[1].player, 6);
  EXPECT_NEAR(hosts[1].worst, 1.2, 1e-3);
  EXPECT_NEAR(hosts[1].latency_seconds, 1.2e-6, 1e-12);
  EXPECT_NEAR(hosts[7].worst, 1, 1e-3);
}

TEST(LinkHosts, of_another_threshold_are_open) {
  const auto survey = survey_of_eight();
  const std::vector<std::string> hosts(8, "n1");
  const auto strict = looked_at_again(survey, 0.10, hosts, {});
  ASSERT_EQ(strict.findings.size(), 2U);
  EXPECT_EQ(strict.findings[0].suspect.first, 3);
  EXPECT_EQ(strict.findings[0].suspect.direction, links::Direction::sends);
  EXPECT_EQ(strict.findings[0].verdict, links::TrialVerdict::open);
  EXPECT_EQ(strict.findings[1].suspect.quantity, links::LinkQuantity::latency);
  EXPECT_DOUBLE_EQ(strict.threshold, 0.10);
  EXPECT_EQ(looked_at_again(survey, 0.50, hosts, {}).findings.size(), 1U);
  auto crowded = survey;
  crowded.shares_cores = true;
  crowded.findings.clear();
  EXPECT_TRUE(looked_at_again(crowded, 0.10, hosts, {}).findings.empty()) << "players wait for cores";
}

TEST(LinkHosts, follow_other_switches) {
  std::vector<std::string> hosts;
  HostSwitches switch_of;
  for (int i = 0; i < 8; ++i) {
    hosts.push_back("n" + std::to_string(i));
    switch_of.add(hosts.back(), i < 4 ? "a" : "b");
  }
  const auto survey = looked_at_again(survey_of_eight(), 0.10, hosts, switch_of);
  EXPECT_THAT(survey.blocks.names, ElementsAre("a", "b"));
  EXPECT_THAT(survey.blocks.of, ElementsAre(0, 0, 0, 0, 1, 1, 1, 1));
}

TEST(LinkHosts, that_the_switches_lack_keep_those_that_the_run_knew) {
  auto known = survey_of_eight();
  known.blocks = {{0, 0, 0, 0, 0, 0, 1, 1}, {"", "s0.s1"}};
  const std::vector<std::string> hosts{"n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7"};
  HostSwitches switch_of;
  for (const auto* host : {"n0", "n1", "n6"}) switch_of.add(host, "a");
  const auto survey = looked_at_again(known, 0.10, hosts, switch_of);
  EXPECT_THAT(survey.blocks.names, ElementsAre("a", "", "s0.s1"));
  EXPECT_THAT(survey.blocks.of, ElementsAre(0, 0, 1, 1, 1, 1, 0, 2));
}

TEST(LinkHosts, are_not_slow_because_most_others_share_a_host) {
  for (const int near : {6, 7}) {
    auto survey = survey_of_eight();
    std::vector<std::string> hosts;
    for (int from = 0; from < 8; ++from) {
      hosts.emplace_back(from < near ? "n0" : "n1");
      for (int to = 0; to < 8; ++to)
        if (from != to)
          survey.map.message.seconds[static_cast<std::size_t>(8 * from + to)] =
              (from < near) == (to < near) ? 1e-4F : 3e-4F;
    }
    survey.map.latency = survey.map.message;
    EXPECT_THAT(looked_at_again(survey, 0.10, hosts, {}).findings, testing::IsEmpty()) << near;
    // Where all seem equally far, one that is far from all others is suspect; two near each other are not.
    EXPECT_THAT(looked_at_again(survey, 0.10, std::vector<std::string>(8, "n0"), {}).findings,
                testing::SizeIs(near == 7 ? 2 : 0));
  }
}

record::Run groups_of_two(int groups, int slow_group) {
  record::Run run;
  for (const std::int64_t bytes : {8, 1 << 20})
    for (int group = 0; group < groups; ++group) {
      auto made = test::make_case("PingPong", bytes,
                                  (bytes == 8 ? 1e-6 : 1e-4) * (group == slow_group && bytes > 8 ? 2 : 1));
      made.id.multi = true;
      made.id.processes = 2;
      made.id.groups = groups;
      made.id.group = group;
      made.ranks = {2 * group, 2 * group + 1};
      run.cases.push_back(made);
    }
  return run;
}

TEST(MapsOfGroups, name_the_pair_but_prove_nothing) {
  const auto maps = maps_of_groups(groups_of_two(6, 4), 0.10);
  ASSERT_EQ(maps.size(), 1U);
  ASSERT_TRUE(maps[0].links);
  const auto& survey = *maps[0].links;
  EXPECT_EQ(maps[0].id.bytes, 1 << 20);
  EXPECT_EQ(survey.players(), 12);
  EXPECT_EQ(survey.pairs, 6);
  ASSERT_EQ(survey.findings.size(), 1U);
  EXPECT_EQ(survey.findings[0].suspect.first, 8);
  EXPECT_EQ(survey.findings[0].suspect.second, 9);
  EXPECT_EQ(survey.findings[0].verdict, links::TrialVerdict::open);
  EXPECT_NEAR(survey.findings[0].factor, 2, 1e-3);
  EXPECT_FALSE(links::anything_slow(survey));
}

TEST(MapsOfGroups, compare_pairs_of_two_hosts_with_their_like_alone) {
  auto run = groups_of_two(6, 4);
  const auto found = [&] { return maps_of_groups(run, 0.10).at(0).links->findings.size(); };
  for (int rank = 0; rank < 12; ++rank)
    run.header.places.push_back({rank, rank < 9 ? "n1" : "n2", {rank}, {}});
  EXPECT_EQ(found(), 0U) << "ranks 8 and 9 are on two hosts";
  for (auto& place : run.header.places) place.host = place.rank % 2 == 0 ? "n1" : "n2";
  EXPECT_EQ(found(), 1U) << "as are all";
}

TEST(MapsOfGroups, judge_nothing_where_ranks_may_wait_for_each_others_cores) {
  auto run = groups_of_two(6, 4);
  const auto survey = [&] { return *maps_of_groups(run, 0.10).at(0).links; };
  for (int rank = 0; rank < 12; ++rank) run.header.places.push_back({rank, "n1", {rank}, {}});
  EXPECT_FALSE(survey().shares_cores);
  EXPECT_EQ(survey().findings.size(), 1U);
  run.header.places[7].cores = {6};
  EXPECT_TRUE(survey().shares_cores) << "two ranks on one core";
  EXPECT_TRUE(survey().findings.empty());
  run.header.places[7].host = "n2";
  EXPECT_FALSE(survey().shares_cores) << "it is that of another host";
  run.header.places.push_back({12, "n2", {6}, {}});
  EXPECT_FALSE(survey().shares_cores) << "a rank that is in no pair waits";
}

TEST(MapsOfGroups, without_cores_go_by_what_the_run_warns_of) {
  auto run = groups_of_two(6, 4);
  const auto shares_cores = [&](const char* kind) {
    run.header.warnings = {{kind, "", ""}};
    return maps_of_groups(run, 0.10).at(0).links->shares_cores;
  };
  EXPECT_TRUE(shares_cores("oversubscribed"));
  EXPECT_TRUE(shares_cores("shared_core"));
  EXPECT_FALSE(shares_cores("drift"));
}

TEST(MapsOfGroups, need_four_pairs_and_lengths_of_both_kinds) {
  EXPECT_TRUE(maps_of_groups(groups_of_two(3, 1), 0.10).empty());
  EXPECT_TRUE(maps_of_groups(record::Run{}, 0.10).empty());
  auto run = groups_of_two(6, -1);
  EXPECT_TRUE(maps_of_groups(run, 0.10).at(0).links->findings.empty());
  run.cases.resize(6);
  EXPECT_TRUE(maps_of_groups(run, 0.10).empty()) << "no stream";
}

}  // namespace
}  // namespace sonde::analysis
