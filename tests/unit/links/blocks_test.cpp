#include "links/blocks.hpp"

#include <gmock/gmock.h>

#include <map>

namespace sonde::links {
namespace {

using testing::ElementsAre;

Blocks of_hosts(const std::vector<std::string>& hosts,
                const std::map<std::string, std::string>& switch_of = {}) {
  std::vector<PlayerPlace> places;
  HostSwitches switches;
  for (const auto& host : hosts) places.push_back({host});
  for (const auto& [host, name] : switch_of) switches.add(host, name);
  return blocks_of(places, switches);
}

TEST(Blocks, follow_the_file_before_all_else) {
  const auto blocks = of_hosts({"r1n1", "r1n2", "r2n1"}, {{"r1n1", "a"}, {"r1n2", "b"}, {"r2n1", "a"}});
  EXPECT_THAT(blocks.of, ElementsAre(0, 1, 0));
  EXPECT_THAT(blocks.names, ElementsAre("a", "b"));
}

TEST(Blocks, know_hosts_of_the_file_by_their_short_names) {
  EXPECT_THAT(of_hosts({"n1.cluster.org", "n2.cluster.org"}, {{"n1", "a"}, {"n2", "b"}}).of,
              ElementsAre(0, 1));
  EXPECT_THAT(of_hosts({"n1", "n9"}, {{"n1", "a"}}).names, ElementsAre("a", ""));
}

TEST(Blocks, know_hosts_of_the_file_by_their_long_names_and_in_other_letter_case) {
  const auto blocks = of_hosts({"n1", "n2"}, {{"N1.cluster.org", "a"}, {"N2.cluster.org", "b"}});
  EXPECT_THAT(blocks.names, ElementsAre("a", "b"));
}

TEST(Blocks, of_hosts_that_the_file_lacks_follow_address_and_name) {
  EXPECT_THAT(of_hosts({"r1n1", "r2n1", "r2n2"}, {{"r1n1", "a"}}).names, ElementsAre("a", "r2"));
  HostSwitches switches;
  switches.add("n1", "a");
  const std::vector<PlayerPlace> places{{"n1", "s0.s1.n1"}, {"n2", "s0.s2.n2"}};
  EXPECT_THAT(blocks_of(places, switches).names, ElementsAre("a", "s0.s2"));
}

TEST(Blocks, follow_the_address_that_slurm_gives) {
  const std::vector<PlayerPlace> places{{"n1", "s0.s1.n1"}, {"n2", "s0.s2.n2"}, {"n3", "s0.s1.n3"}};
  const auto blocks = blocks_of(places, {});
  EXPECT_THAT(blocks.of, ElementsAre(0, 1, 0));
  EXPECT_THAT(blocks.names, ElementsAre("s0.s1", "s0.s2"));
}

TEST(Blocks, follow_names_with_two_numbers) {
  EXPECT_THAT(of_hosts({"r1i2n3", "r1i2n4", "r1i3n3"}).names, ElementsAre("r1i2", "r1i3"));
  EXPECT_THAT(of_hosts({"rack-10-node7", "rack-11-node7.example"}).names, ElementsAre("rack-10", "rack-11"));
}

TEST(Blocks, are_hosts_that_have_half_of_the_players_or_more) {
  const std::vector<std::string> unequal{"n0", "n0", "n0", "n0", "n0", "n0", "n1", "n1"};
  EXPECT_THAT(of_hosts(unequal).of, ElementsAre(1, 1, 1, 1, 1, 1, 0, 0));
  EXPECT_THAT(of_hosts(unequal).names, ElementsAre("", "n0"));
  EXPECT_THAT(of_hosts({"n0", "n0", "n0", "n1", "n1", "n1"}).of, ElementsAre(0, 0, 0, 0, 0, 0));
  EXPECT_THAT(of_hosts({"n1", "n0", "n0", "n0", "n0", "n0", "n2", "n2", "n2"}).of,
              ElementsAre(0, 1, 1, 1, 1, 1, 2, 2, 2));
  EXPECT_THAT(of_hosts({"n0", "n0", "n0", "n0"}).of, ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(of_hosts({"", "", "", "n1"}).of, ElementsAre(0, 0, 0, 0)) << "unknown ones";
}

TEST(Blocks, are_one_where_names_say_nothing) {
  EXPECT_THAT(of_hosts({"n1", "n2", "login"}).of, ElementsAre(0, 0, 0));
  EXPECT_EQ(of_hosts({"node-12", "node-13"}).count(), 1);
  EXPECT_EQ(of_hosts({}).count(), 0);
}

}  // namespace
}  // namespace sonde::links
