// Over clusters that are drawn: what is planted is named and nothing else, and nothing where nothing is
// planted. SONDE_SEEDS=N draws N clusters of each kind instead of a few.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "random_cluster.hpp"
#include "seeds.hpp"

namespace sonde::links {
namespace {

struct Counts {
  int exact = 0, missed = 0, wrong = 0;
};

/// In how many clusters exactly what is planted is named, something of it is not, and something else is.
Counts counts_of(Fault fault, int clusters) {
  Counts out;
  for (int seed = 0; seed < clusters; ++seed) {
    RandomCluster cluster(fault, first_seed() + static_cast<std::uint64_t>(seed));
    const auto named = cluster.named();
    const auto& planted = cluster.planted();
    out.exact += named == planted ? 1 : 0;
    out.missed += std::ranges::includes(named, planted) ? 0 : 1;
    out.wrong += std::ranges::includes(planted, named) ? 0 : 1;
  }
  return out;
}

struct Planted {
  Fault fault;
  std::string name;
};

class RandomClusters : public testing::TestWithParam<Planted> {};

TEST_P(RandomClusters, have_what_is_planted_named_and_nothing_else) {
  const int clusters = seeds(20);
  const auto [exact, missed, wrong] = counts_of(GetParam().fault, clusters);
  fmt::print("of {} clusters: {} exact, something missed in {}, something else named in {}\n", clusters,
             exact, missed, wrong);
  EXPECT_GE(exact, clusters * 95 / 100);
  EXPECT_LE(wrong, clusters / 100);
}

INSTANTIATE_TEST_SUITE_P(Faults, RandomClusters,
                         testing::Values(Planted{Fault::none, "none"}, Planted{Fault::host_rate, "host_rate"},
                                         Planted{Fault::host_one_way, "host_one_way"},
                                         Planted{Fault::host_latency, "host_latency"},
                                         Planted{Fault::host_latency_far, "host_latency_far"},
                                         Planted{Fault::switch_rate, "switch_rate"},
                                         Planted{Fault::switch_latency, "switch_latency"},
                                         Planted{Fault::host_on_slow_switch, "host_on_slow_switch"},
                                         Planted{Fault::link_rate, "link_rate"},
                                         Planted{Fault::link_one_way, "link_one_way"},
                                         Planted{Fault::link_latency, "link_latency"},
                                         Planted{Fault::two_hosts, "two_hosts"}),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace sonde::links
