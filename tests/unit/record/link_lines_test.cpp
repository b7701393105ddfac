#include "record/link_lines.hpp"

#include <gmock/gmock.h>

#include "make_case.hpp"

namespace sonde::record {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Header places_of(int ranks, int ranks_of_host) {
  Header header;
  auto& places = header.places;
  for (int rank = 0; rank < ranks; ++rank)
    places.push_back({rank, "n" + std::to_string(rank / ranks_of_host), {}, {}});
  return header;
}

CaseRecord case_of_links(int players) {
  auto made = test::make_case("Links", 1 << 20, 1e-4);
  links::Survey& survey = made.links.emplace();
  for (int player = 0; player < players; ++player) {
    survey.ranks.push_back(player);
    survey.blocks.of.push_back(player / 4);
  }
  survey.blocks.names = {"s0", "s1"};
  survey.pairs = players * (players - 1);
  survey.latency = {1e-6, 1.5e-6, 2e-6};
  survey.message = {1e-4, 1.048576e-4, 2e-4};
  return made;
}

links::TrialFinding found(links::Kind kind, links::Direction direction, int first, int second = -1) {
  return {{kind, links::LinkQuantity::bandwidth, direction, first, second, 2},
          links::TrialVerdict::slow,
          2,
          1.9,
          2.1,
          1e-6,
          24};
}

TEST(LinkLines, are_none_without_a_map) {
  EXPECT_EQ(link_lines(test::make_case("PingPong", 8, 1e-6), {}), "");
}

TEST(LinkLines, say_how_far_links_spread_and_that_nothing_is_slow) {
  const auto lines = link_lines(case_of_links(8), places_of(8, 1));
  EXPECT_THAT(lines, HasSubstr("# Latency of links (8 bytes): 1.00 to 2.00 usec, median 1.50\n"));
  EXPECT_THAT(lines,
              HasSubstr("# Bandwidth of links        : 5242.88 to 10485.76 MB/s (10^6), median 10000.00\n"));
  EXPECT_THAT(lines,
              HasSubstr("# Verdict                   : nothing of 8 processes and 56 links is slow\n"));
}

TEST(LinkLines, tell_the_time_of_a_message_without_bytes) {
  auto made = case_of_links(8);
  made.id.bytes = 0;
  const auto lines = link_lines(made, places_of(8, 1));
  EXPECT_THAT(lines, HasSubstr("# Messages of 0 bytes       : 100.00 to 200.00 usec, median 104.86\n"));
  EXPECT_THAT(lines, Not(HasSubstr("Bandwidth")));
}

TEST(LinkLines, know_no_rate_of_a_message_without_a_time) {
  auto made = case_of_links(8);
  made.links->message = {0, 0, 0};
  EXPECT_THAT(link_lines(made, places_of(8, 1)), HasSubstr(": 0.00 to 0.00 MB/s (10^6), median 0.00\n"));
}

TEST(LinkLines, name_hosts_links_and_switches) {
  auto made = case_of_links(8);
  made.links->findings = {found(links::Kind::block, links::Direction::both, 1),
                          found(links::Kind::host, links::Direction::sends, 2),
                          found(links::Kind::link, links::Direction::both, 0, 5),
                          found(links::Kind::link, links::Direction::sends, 3, 1)};
  const auto lines = link_lines(made, places_of(8, 1));
  EXPECT_THAT(lines, HasSubstr(": slow of 8 processes and 56 links: 1 switch, 1 host, 2 links\n"));
  EXPECT_THAT(
      lines,
      HasSubstr("# slow                      : switch s1 (4 hosts: n4, n5, n6, n7) sends and receives 50 % "
                "slower [47, 52] (measured alone, 24 trials)\n"));
  EXPECT_THAT(lines, HasSubstr(": host n2 sends 50 % slower [47, 52]"));
  EXPECT_THAT(lines, HasSubstr(": link n0 - n5 is 50 % slower [47, 52] both ways"));
  EXPECT_THAT(lines, HasSubstr(": link n3 -> n1 is 50 % slower [47, 52] ("));
}

TEST(LinkLines, tell_latency_as_a_multiple_and_what_is_open) {
  auto made = case_of_links(8);
  auto far = found(links::Kind::host, links::Direction::both, 6);
  far.suspect.quantity = links::LinkQuantity::latency;
  auto open = found(links::Kind::host, links::Direction::both, 7);
  open.verdict = links::TrialVerdict::open;
  open.trials = 0;
  made.links->findings = {far, open};
  const auto lines = link_lines(made, places_of(8, 1));
  EXPECT_THAT(lines, HasSubstr("host n6 has a latency of 2.00 times [1.9, 2.1] that of others"));
  EXPECT_THAT(lines, HasSubstr("1 host; 1 open\n"));
  EXPECT_THAT(
      lines,
      HasSubstr(
          "# open                      : host n7 sends and receives 50 % slower (by the map; not measured "
          "alone)"));
}

TEST(LinkLines, tell_much_as_a_multiple_and_nothing_as_nothing) {
  auto made = case_of_links(8);
  auto much = found(links::Kind::host, links::Direction::sends, 6),
       none = found(links::Kind::host, links::Direction::sends, 7);
  much.factor = 250;
  much.low = 240;
  much.high = 260;
  none.verdict = links::TrialVerdict::fine;
  none.factor = 0.9;
  none.low = 0.8;
  none.high = 1.0;
  made.links->findings = {much, none};
  const auto lines = link_lines(made, places_of(8, 1));
  EXPECT_THAT(lines, HasSubstr("host n6 sends 250 times slower [240, 260] ("));
  EXPECT_THAT(lines, HasSubstr("host n7 sends not slower [-25, 0] % ("));
}

TEST(LinkLines, name_ranks_where_several_are_on_a_host) {
  auto made = case_of_links(8);
  made.links->findings = {found(links::Kind::host, links::Direction::sends, 5)};
  EXPECT_THAT(link_lines(made, places_of(8, 2)), HasSubstr("host n2 (rank 5) sends"));
  EXPECT_THAT(link_lines(made, {}), HasSubstr("host rank 5 sends")) << "hosts are not known";
}

TEST(LinkLines, warn_where_ranks_share_cores) {
  auto header = places_of(8, 8);
  header.warnings = {{"oversubscribed", "n0: 8 ranks on 2 processing units", ""}};
  auto made = case_of_links(8);
  made.links->findings = {found(links::Kind::host, links::Direction::sends, 5)};
  EXPECT_THAT(link_lines(made, header), HasSubstr("# Caution                   : ranks share cores"));
  EXPECT_THAT(link_lines(made, places_of(8, 8)), Not(HasSubstr("Caution")));
  made.links->findings.clear();
  EXPECT_THAT(link_lines(made, header), Not(HasSubstr("Caution"))) << "nothing to be cautious about";
}

TEST(LinkLines, judge_nothing_where_players_share_cores) {
  auto made = case_of_links(8);
  made.links->shares_cores = true;
  const auto lines = link_lines(made, places_of(8, 8));
  EXPECT_THAT(
      lines,
      HasSubstr(
          "# Verdict                   : 8 processes are not bound to cores of their own, so nothing is judged"));
  EXPECT_THAT(lines, Not(HasSubstr("is slow")));
}

TEST(LinkLines, of_fewer_than_four_processes_say_what_is_needed) {
  EXPECT_THAT(link_lines(case_of_links(3), places_of(3, 1)), HasSubstr("at least 4 are needed"));
  EXPECT_THAT(link_lines(case_of_links(3), places_of(3, 1)), Not(HasSubstr("slow")));
}

TEST(LinkLines, clean_the_names_of_hosts) {
  auto made = case_of_links(4);
  made.links->blocks.names = {"a\x1b[2J"};
  made.links->findings = {found(links::Kind::block, links::Direction::both, 0),
                          found(links::Kind::host, links::Direction::sends, 1)};
  auto places = places_of(4, 1);
  places.places[1].host = "\x1b[31mred";
  EXPECT_THAT(link_lines(made, places), Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace sonde::record
