#include "base/host_switches.hpp"

#include <gmock/gmock.h>

namespace sonde {
namespace {

using testing::HasSubstr;
using testing::Pointee;

HostSwitches switches_with(const std::vector<std::pair<std::string, std::string>>& hosts) {
  HostSwitches switches;
  for (const auto& [host, name] : hosts) switches.add(host, name);
  return switches;
}

TEST(ShortHostName, is_the_first_label_in_small_letters) {
  EXPECT_EQ(short_host_name("N1.Cluster.org"), "n1");
  EXPECT_EQ(short_host_name("n1"), "n1");
  EXPECT_EQ(short_host_name(""), "");
}

TEST(ShortHostName, of_an_address_is_all_of_it) {
  EXPECT_EQ(short_host_name("10.0.0.7"), "10.0.0.7");
  EXPECT_EQ(short_host_name("FE80::1.2"), "fe80::1.2");
  EXPECT_EQ(short_host_name("10g.cluster.org"), "10g");
}

TEST(HostSwitches, find_hosts_without_regard_to_domain_and_case_on_either_side) {
  const auto switches = switches_with({{"N1.cluster.org", "a"}, {"n2", "b"}});
  for (const auto* name : {"n1", "N1", "n1.cluster.org", "n1.CLUSTER.org", "n1.local"})
    EXPECT_THAT(switches.find(name), Pointee(std::string("a"))) << name;
  for (const auto* name : {"n2", "N2", "n2.cluster.org"})
    EXPECT_THAT(switches.find(name), Pointee(std::string("b"))) << name;
  for (const auto* name : {"n", "n12", "n3.cluster.org", ""}) EXPECT_EQ(switches.find(name), nullptr) << name;
}

TEST(HostSwitches, keep_addresses_apart) {
  const auto switches = switches_with({{"10.0.0.1", "a"}, {"10.0.0.2", "b"}});
  EXPECT_THAT(switches.find("10.0.0.2"), Pointee(std::string("b")));
  EXPECT_EQ(switches.find("10.0.0.3"), nullptr);
  EXPECT_EQ(switches.find("10"), nullptr);
}

TEST(HostSwitches, tell_hosts_apart_by_their_domains_where_only_those_differ) {
  const auto switches =
      switches_with({{"n1.a.org", "a"}, {"n1.b.org", "b"}, {"n2.a.org", "c"}, {"n2.b.org", "c"}});
  EXPECT_THAT(switches.find("n1.b.org"), Pointee(std::string("b")));
  EXPECT_EQ(switches.find("n1"), nullptr) << "it may be either";
  EXPECT_THAT(switches.find("n2"), Pointee(std::string("c")));
}

TEST(HostSwitches, say_what_is_wrong_with_a_name_of_each_side) {
  EXPECT_TRUE(HostSwitches{}.empty());
  const auto message = names_no_host(switches_with({{"node-1", "a"}, {"node-2", "a"}}), "n1");
  EXPECT_THAT(message, HasSubstr("none of the hosts"));
  EXPECT_THAT(message, HasSubstr("'node-1'"));
  EXPECT_THAT(message, HasSubstr("'n1'"));
  EXPECT_EQ(lacks_hosts(0, 12), "");
  EXPECT_EQ(lacks_hosts(3, 12), "3 of 12 hosts are not in the file");
}

}  // namespace
}  // namespace sonde
