#include "reports/links_text.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "make_case.hpp"

namespace sonde::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

record::Run run_of_links(int players, bool with_map = true) {
  record::Run run;
  run.source = "links.json";
  run.header.program = "sonde-mpi";
  run.header.megabyte = 1048576;  // not that of links: theirs is of 10^6
  auto made = test::make_case("Links", 1'000'000, 1e-4);
  links::Survey& survey = made.links.emplace();
  survey.map.message.players = survey.map.latency.players = players;
  survey.blocks.names = {""};
  for (int from = 0; from < players; ++from) {
    run.header.places.push_back({from, "n" + std::to_string(from), {}, {}});
    survey.ranks.push_back(from);
    survey.blocks.of.push_back(0);
    for (int to = 0; to < players && with_map; ++to) {
      survey.map.message.seconds.push_back(from == to ? std::nanf("") : from == 2 ? 2e-4F : 1e-4F);
      survey.map.latency.seconds.push_back(from == to ? std::nanf("") : 1e-6F);
    }
  }
  survey.pairs = players * (players - 1);
  run.cases.push_back(made);
  return run;
}

TEST(LinksText, has_hosts_worst_first_and_as_many_as_asked_for) {
  const auto run = run_of_links(30);
  const auto maps = maps_of(run, {});
  ASSERT_TRUE(maps);
  const auto text = links_text(run, *maps, {});
  EXPECT_THAT(text, HasSubstr("n2          5000.0        10000.0          1.00      2.00x\n"));
  EXPECT_THAT(text, HasSubstr("sends[MB/s] receives[MB/s]"));
  EXPECT_THAT(text, HasSubstr("(10 more; --all lists them)"));
  EXPECT_LT(text.find("\nn2 "), text.find("\nn0 "));
  EXPECT_THAT(links_text(run, *maps, {.most_hosts = 100}), Not(HasSubstr("more")));
}

TEST(LinksText, of_a_quick_map_look_again_with_another_threshold_and_other_switches) {
  auto run = run_of_links(8);
  run.cases[0].links->map.every_pair = false;
  EXPECT_TRUE(maps_of(run, {})->at(0).links->findings.empty());
  const auto again = maps_of(run, {.threshold = 0.05});
  ASSERT_EQ(again->at(0).links->findings.size(), 1U);
  EXPECT_EQ(again->at(0).links->findings[0].suspect.first, 2);
  HostSwitches switch_of;
  for (int i = 0; i < 8; ++i) switch_of.add("n" + std::to_string(i), i < 4 ? "s0" : "s1");
  EXPECT_THAT(maps_of(run, {.switch_of = switch_of})->at(0).links->blocks.names,
              testing::ElementsAre("s0", "s1"));
}

HostSwitches switches_of(const std::vector<std::string>& hosts) {
  HostSwitches out;
  for (const auto& host : hosts) out.add(host, "s0");
  return out;
}

TEST(LinksText, refuse_switches_that_name_no_host_of_the_run) {
  auto run = run_of_links(8);
  const auto none = maps_of(run, {.switch_of = switches_of({"node-1", "node-2"})});
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, testing::StartsWith("--topology: the file names none of the hosts"));
  EXPECT_THAT(none.error().message, HasSubstr("'node-1', and a host is 'n0'"));
  run.header.places.clear();
  EXPECT_THAT(maps_of(run, {.switch_of = switches_of({"n1"})}).error().message,
              HasSubstr("does not say on which hosts"));
  EXPECT_TRUE(maps_of(run, {.threshold = 0.2})) << "no switches, no need of names";
}

TEST(LinksText, say_how_many_hosts_the_switches_lack) {
  const auto run = run_of_links(8);
  const LinksOptions some{.switch_of = switches_of({"n0", "N1.cluster.org", "n2", "n3", "n4"})};
  EXPECT_THAT(links_text(run, *maps_of(run, some), some),
              HasSubstr("# Switches                  : 3 of 8 hosts are not in the file;"));
  const LinksOptions all{.switch_of = switches_of({"n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8"})};
  EXPECT_THAT(links_text(run, *maps_of(run, all), all), Not(HasSubstr("Switches")));
}

TEST(LinksText, begin_with_what_is_known_of_the_run) {
  auto run = run_of_links(8);
  EXPECT_THAT(links_text(run, *maps_of(run, {}), {}), testing::StartsWith("links.json: sonde-mpi\n"));
  run.header.mpi_library = "Open MPI 4\nmore";
  EXPECT_THAT(links_text(run, *maps_of(run, {}), {}),
              testing::StartsWith("links.json: sonde-mpi, Open MPI 4\n"));
  run.header.start = "2026-11-28";
  EXPECT_THAT(links_text(run, *maps_of(run, {}), {}),
              testing::StartsWith("links.json: sonde-mpi of 2026-11-28, Open MPI 4\n"));
}

TEST(LinksText, gives_every_pair_as_csv) {
  const auto run = run_of_links(3);
  const auto csv = links_csv(run, *maps_of(run, {}));
  ASSERT_TRUE(csv);
  EXPECT_THAT(
      *csv,
      testing::StartsWith(
          "from,to,from_host,to_host,bytes,latency_s,message_s,megabytes_per_second\n0,1,n0,n1,1000000,1e-06,0.0001,"));
  EXPECT_THAT(*csv, HasSubstr(",10000.000"));  // 1 MB in 0.1 ms, which is a float
  EXPECT_EQ(std::ranges::count(*csv, '\n'), 1 + 3 * 2);
}

TEST(LinksText, says_what_a_file_lacks) {
  record::Run empty;
  empty.source = "a.json";
  const auto none = maps_of(empty, {});
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("'a.json' has no map of links"));
  const auto run = run_of_links(8, false);
  EXPECT_TRUE(maps_of(run, {}));
  EXPECT_FALSE(links_csv(run, *maps_of(run, {})));
  EXPECT_THAT(maps_of(run, {.threshold = 0.2}).error().message, HasSubstr("was not kept"));
  EXPECT_THAT(links_text(run, *maps_of(run, {}), {}), Not(HasSubstr("worst")));
}

TEST(LinksText, looks_again_with_another_threshold) {
  const auto run = run_of_links(8);
  const auto maps = maps_of(run, {.threshold = 0.2});
  ASSERT_TRUE(maps);
  EXPECT_EQ(maps->at(0).links->findings.size(), 1U);
  EXPECT_THAT(links_text(run, *maps, {}),
              HasSubstr("# open                      : host n2 sends 50 % slower (by the map"));
}

}  // namespace
}  // namespace sonde::reports
