// What must move, worked out by hand.
#include "catalog/traffic.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sonde {
namespace {

struct Expected {
  const char* benchmark;
  std::vector<double> bus;  ///< of 2, 3 and 8 ranks, X = 120 bytes
  double net;               ///< of 8 ranks on 4 nodes; negative: not known
};

TEST(Traffic, is_what_the_data_of_each_benchmark_makes_it) {
  for (const auto& [benchmark, bus, net] :
       {Expected{"Allreduce", {120, 160, 210}, 180}, Expected{"Reduce_scatter", {60, 80, 105}, 90},
        Expected{"Reduce_scatter_block", {120, 240, 840}, 720}, Expected{"Allgather", {120, 240, 840}, 720},
        Expected{"Allgatherv", {120, 240, 840}, 720}, Expected{"Gather", {120, 240, 840}, 720},
        Expected{"Gatherv", {120, 240, 840}, 720}, Expected{"Scatter", {120, 240, 840}, 720},
        Expected{"Scatterv", {120, 240, 840}, 720}, Expected{"Alltoall", {120, 240, 840}, 1440},
        Expected{"Alltoallv", {120, 240, 840}, 1440}, Expected{"Bcast", {120, 120, 120}, 120},
        Expected{"Reduce", {120, 120, 120}, 120}, Expected{"PingPong", {120, 120, 120}, -1},
        Expected{"PingPing", {120, 120, 120}, -1}, Expected{"Sendrecv", {240, 240, 240}, -1},
        Expected{"Exchange", {480, 480, 480}, -1}}) {
    SCOPED_TRACE(benchmark);
    for (std::size_t i = 0; const int ranks : {2, 3, 8}) {
      const auto found = traffic(benchmark, 120, {.ranks = ranks, .nodes = 1}, false);
      ASSERT_TRUE(found);
      EXPECT_DOUBLE_EQ(found->bus, bus[i++]) << ranks;
      EXPECT_FALSE(found->net) << ranks;
    }
    EXPECT_DOUBLE_EQ(traffic(benchmark, 120, {.ranks = 8, .nodes = 4}, false)->net.value_or(-1), net);
    EXPECT_FALSE(traffic(benchmark, 120, {.ranks = 8, .nodes = 0}, false)->net);
    EXPECT_FALSE(traffic(benchmark, 120, {.ranks = 1, .nodes = 1}, false));
  }
}

TEST(Traffic, of_neighbours_is_known_where_each_has_a_node_of_its_own) {
  EXPECT_DOUBLE_EQ(traffic("PingPong", 8, {.ranks = 2, .nodes = 2}, false)->net.value_or(-1), 8);
  EXPECT_DOUBLE_EQ(traffic("Sendrecv", 8, {.ranks = 4, .nodes = 4}, false)->net.value_or(-1), 16);
  EXPECT_DOUBLE_EQ(traffic("Exchange", 8, {.ranks = 4, .nodes = 4}, false)->net.value_or(-1), 32);
  EXPECT_FALSE(traffic("Exchange", 8, {.ranks = 4, .nodes = 2}, false)->net);
}

TEST(Traffic, of_relatives_is_that_of_the_blocking_call) {
  for (const std::string name : {"iallreduce", "Iallreduce", "Iallreduce_pure", "Allreduce_persist",
                                 "Allreduce_persist_pure", "ALLREDUCE"})
    EXPECT_EQ(traffic(name, 120, {.ranks = 8, .nodes = 1}, false).has_value(), name != "iallreduce") << name;
  EXPECT_DOUBLE_EQ(traffic("Ireduce_scatter_pure", 120, {.ranks = 8, .nodes = 1}, false)->bus, 105);
  EXPECT_DOUBLE_EQ(traffic("Ireduce_scatter_pure", 120, {.ranks = 8, .nodes = 1}, true)->bus, 840);
  EXPECT_DOUBLE_EQ(traffic("Reduce", 120, {.ranks = 8, .nodes = 1}, true)->bus, 120);
  EXPECT_FALSE(traffic("Ireduce_scatter_pure", 120, {.ranks = 8, .nodes = 1}, {}));
  EXPECT_DOUBLE_EQ(traffic("Reduce_scatter_block", 120, {.ranks = 8, .nodes = 1}, {})->bus, 840);
}

TEST(Traffic, is_unknown_where_no_lower_bound_is) {
  for (const auto* name : {"Barrier", "Unidir_Put", "S_Write_indv", "osu_bcast", "", "I", "_pure"})
    EXPECT_FALSE(traffic(name, 8, {.ranks = 2, .nodes = 1}, false)) << name;
  EXPECT_FALSE(traffic("Bcast", -1, {.ranks = 2, .nodes = 1}, false));
  EXPECT_DOUBLE_EQ(traffic("Bcast", 0, {.ranks = 2, .nodes = 1}, false)->bus, 0);
}

TEST(Traffic, is_stated_in_the_words_of_tables) {
  EXPECT_EQ(traffic_formula("Allreduce", false)->bus, "2 (P-1)/P X");
  EXPECT_EQ(traffic_formula("Reduce_scatter", true)->net, "(P-n) X");
  EXPECT_EQ(traffic_formula("Ialltoall", false)->net, "n (P-n) X");
  EXPECT_FALSE(traffic_formula("Barrier", false));
}

}  // namespace
}  // namespace sonde
