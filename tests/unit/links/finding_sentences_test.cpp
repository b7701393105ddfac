#include "links/finding_sentences.hpp"

#include <gmock/gmock.h>

#include <numeric>

#include "invented_cluster.hpp"

namespace sonde::links {
namespace {

TrialFinding a_finding(Kind kind, LinkQuantity quantity, Direction direction, int first, int second = -1,
                       TrialVerdict verdict = TrialVerdict::slow) {
  TrialFinding made;
  made.suspect = {kind, quantity, direction, first, second, 2};
  made.verdict = verdict;
  return made;
}

std::string verdict_with(const std::vector<TrialFinding>& findings) {
  Survey survey;
  survey.ranks.resize(12);
  std::iota(survey.ranks.begin(), survey.ranks.end(), 0);
  survey.pairs = 132;
  survey.findings = findings;
  return verdict_of(survey);
}

constexpr auto in_bandwidth = LinkQuantity::bandwidth, in_latency = LinkQuantity::latency;

TEST(Verdict, counts_a_host_once_that_is_slow_in_bandwidth_and_in_latency) {
  EXPECT_EQ(verdict_with({a_finding(Kind::host, in_bandwidth, Direction::both, 5),
                          a_finding(Kind::host, in_latency, Direction::both, 5)}),
            "slow of 12 processes and 132 links: 1 host");
}

TEST(Verdict, counts_two_hosts_as_two) {
  EXPECT_EQ(verdict_with({a_finding(Kind::host, in_bandwidth, Direction::both, 5),
                          a_finding(Kind::host, in_bandwidth, Direction::both, 6)}),
            "slow of 12 processes and 132 links: 2 hosts");
}

TEST(Verdict, counts_a_link_once_whatever_direction_and_quantity_is_slow) {
  EXPECT_EQ(verdict_with({a_finding(Kind::link, in_bandwidth, Direction::sends, 1, 2),
                          a_finding(Kind::link, in_bandwidth, Direction::sends, 2, 1),
                          a_finding(Kind::link, in_latency, Direction::both, 1, 2),
                          a_finding(Kind::link, in_bandwidth, Direction::both, 1, 3)}),
            "slow of 12 processes and 132 links: 2 links");
}

TEST(Verdict, counts_switches_hosts_and_links_apart) {
  EXPECT_EQ(verdict_with({a_finding(Kind::block, in_bandwidth, Direction::both, 1),
                          a_finding(Kind::block, in_latency, Direction::both, 1),
                          a_finding(Kind::block, in_latency, Direction::both, 2),
                          a_finding(Kind::host, in_bandwidth, Direction::sends, 1),
                          a_finding(Kind::link, in_bandwidth, Direction::both, 1, 2)}),
            "slow of 12 processes and 132 links: 2 switches, 1 host, 1 link");
}

TEST(Verdict, counts_nothing_as_slow_that_is_open_or_fine) {
  EXPECT_EQ(verdict_with({}), "nothing of 12 processes and 132 links is slow");
  EXPECT_EQ(verdict_with({a_finding(Kind::host, in_bandwidth, Direction::both, 5, -1, TrialVerdict::fine),
                          a_finding(Kind::host, in_latency, Direction::both, 5, -1, TrialVerdict::open)}),
            "nothing of 12 processes and 132 links is slow; 1 open");
}

TEST(Verdict, says_of_nothing_slow_what_would_show_where_links_differ_by_themselves) {
  for (const double noise : {0.002, 0.2}) {
    test::Dice dice(5);
    const InventedCluster cluster{.players = 12, .players_of_block = 12, .noise = noise, .hiccups = 0};
    Survey survey;
    survey.map = cluster.map(dice);
    survey.ranks.resize(12);
    survey.blocks = cluster.blocks();
    survey.pairs = 132;
    EXPECT_THAT(
        verdict_of(survey),
        ::testing::MatchesRegex(
            noise < 0.01
                ? "nothing of 12 processes and 132 links is slow"
                : "nothing of 12 processes and 132 links is slow; links differ so much that one shows "
                  "only where it is 1[0-9][0-9] % slower or more"));
  }
}

}  // namespace
}  // namespace sonde::links
