#include "args/switches.hpp"

#include <gmock/gmock.h>

namespace sonde {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> hosts(std::string_view list) {
  const auto found = expanded_hosts(list);
  EXPECT_TRUE(found) << list;
  return found.value_or(std::vector<std::string>{});
}

std::string host_complaint(std::string_view list) {
  const auto found = expanded_hosts(list);
  return found ? "" : found.error().message;
}

TEST(Switches, expand_lists_of_slurm) {
  EXPECT_THAT(hosts("n1"), ElementsAre("n1"));
  EXPECT_THAT(hosts("n1,login"), ElementsAre("n1", "login"));
  EXPECT_THAT(hosts("n[1-3,7],m"), ElementsAre("n1", "n2", "n3", "n7", "m"));
  EXPECT_THAT(hosts("n[08-11]-ib"), ElementsAre("n08-ib", "n09-ib", "n10-ib", "n11-ib"));
}

TEST(Switches, refuse_lists_that_are_none) {
  EXPECT_THAT(host_complaint("n[3-1]"), HasSubstr("runs backwards"));
  EXPECT_THAT(host_complaint("n[1-9999999]"), HasSubstr("too long"));
  EXPECT_THAT(host_complaint("n[1-2"), HasSubstr("do not match"));
  EXPECT_THAT(host_complaint("n]1["), HasSubstr("do not match"));
  EXPECT_THAT(host_complaint("n[1][2]"), HasSubstr("do not match"));
  EXPECT_NE(host_complaint("n[a-b]"), "");
  EXPECT_NE(host_complaint("n1,,n2"), "");
}

TEST(Switches, are_read_from_lines_of_two_kinds) {
  const auto plain = hosts_of_line("n1 \t s7");
  ASSERT_TRUE(plain && plain->size() == 1);
  EXPECT_EQ(plain->front().host, "n1");
  EXPECT_EQ(plain->front().name, "s7");
  const auto slurm = hosts_of_line("SwitchName=s1 nodes=n[1-2] LinkSpeed=100");
  ASSERT_TRUE(slurm && slurm->size() == 2);
  EXPECT_EQ((*slurm)[1].host, "n2");
  EXPECT_EQ((*slurm)[1].name, "s1");
  const auto top = hosts_of_line("SwitchName=top Switches=s[1-2]");
  EXPECT_TRUE(top && top->empty());
  EXPECT_FALSE(hosts_of_line("n1"));
  EXPECT_FALSE(hosts_of_line("n1 s1 s2"));
  EXPECT_FALSE(hosts_of_line("SwitchName=s1 Nodes=n[2-1]"));
}

}  // namespace
}  // namespace sonde
