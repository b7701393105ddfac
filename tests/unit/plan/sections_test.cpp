// Sections that are several of one benchmark: pairs of nodes, windows, threads.
#include <gmock/gmock.h>

#include <numeric>

#include "plan/buffers.hpp"
#include "plan/messages.hpp"
#include "plan/node_pairs.hpp"
#include "plan/plan.hpp"
#include "rows.hpp"

namespace sonde {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// "NEAREST 0 1 | 2 3" for each pair of nodes.
std::vector<std::string> told(const std::vector<int>& nodes, const std::vector<int>& blocks = {},
                              std::vector<int> order = {}) {
  if (order.empty()) {
    order.resize(nodes.size());
    std::iota(order.begin(), order.end(), 0);
  }
  std::vector<std::string> out;
  for (const NodePair& pair : node_pairs(order, {nodes, blocks})) {
    out.emplace_back(pair.label);
    for (const int rank : pair.first) out.back() += " " + std::to_string(rank);
    out.back() += " |";
    for (const int rank : pair.second) out.back() += " " + std::to_string(rank);
  }
  return out;
}

TEST(NodePairs, ReachFromTheFirstNodeToTheNextAndToTheLast) {
  EXPECT_THAT(told({0, 0, 1, 1, 2, 2, 3, 3}), ElementsAre("NEAREST 0 1 | 2 3", "FARTHEST 0 1 | 6 7"));
  EXPECT_THAT(told({0, 1, 2, 0, 1, 2}), ElementsAre("NEAREST 0 3 | 1 4", "FARTHEST 0 3 | 2 5"));
}

TEST(NodePairs, AreOneOnTwoNodesAndNoneOnOne) {
  EXPECT_THAT(told({0, 0, 0, 1, 1}), ElementsAre("NEAREST 0 1 2 | 3 4"));
  EXPECT_THAT(told({0, 0, 0}), IsEmpty());
  EXPECT_THAT(told({0}), IsEmpty());
  EXPECT_THAT(node_pairs(std::vector<int>{0, 1}, {}), IsEmpty()) << "nobody knows where ranks stand";
}

TEST(NodePairs, FollowTheOrderOfTheMap) {
  EXPECT_THAT(told({0, 0, 1, 1, 2, 2}, {}, {0, 4, 2, 1, 5, 3}),
              ElementsAre("NEAREST 0 1 | 4 5", "FARTHEST 0 1 | 2 3"));
}

TEST(NodePairs, AreNearWithinABlockAndFarInAnother) {
  EXPECT_THAT(told({0, 1, 2, 3}, {7, 4, 7, 7}), ElementsAre("NEAREST 0 | 2", "FARTHEST 0 | 1"));
  EXPECT_THAT(told({0, 1, 2}, {7, 4, 7}), ElementsAre("NEAREST 0 | 2", "FARTHEST 0 | 1"));
  EXPECT_THAT(told({0, 1, 2, 3}, {0, 1, 0, 0}), ElementsAre("NEAREST 0 | 2", "FARTHEST 0 | 1"));
  EXPECT_THAT(told({0, 1, 2}, {7, 7, 7}), ElementsAre("NEAREST 0 | 1", "FARTHEST 0 | 2")) << "one block";
  EXPECT_THAT(told({0, 1, 2}, {7, 4, 5}), ElementsAre("NEAREST 0 | 1", "FARTHEST 0 | 2")) << "no neighbour";
  EXPECT_THAT(told({0, 1, 2}, {-1, 4, -1}), ElementsAre("NEAREST 0 | 1", "FARTHEST 0 | 2")) << "not known";
}

constexpr Benchmark pairs_of_nodes{.name = "Pairs",
                                   .summary = "between two nodes",
                                   .klass = TransferClass::contention,
                                   .axis = Axis::node_pairs,
                                   .needs = {.processes = {.least = 2}},
                                   .modes = {{test::plain_mode}}};

Settings wanting(std::string name) {
  Settings settings;
  settings.benchmarks = {std::move(name)};
  return settings;
}

TEST(NodePairs, AreASectionForEachNumberOfRanksOfTheSmallerNode) {
  auto settings = wanting("Pairs");
  settings.multi = Multi::each;
  const std::vector<int> nodes{0, 0, 0, 1, 1, 2, 2, 2};
  const auto plan = make_plan(settings, Catalog(&pairs_of_nodes, 1), 8, {}, {.nodes = nodes});
  std::vector<std::string> found;
  for (const TableRun& section : plan->sections) {
    found.push_back(std::string(label_of(section)) + " " + std::to_string(section.processes) + ":");
    for (const int rank : members(*plan, section, 0)) found.back() += " " + std::to_string(rank);
    EXPECT_EQ(section.groups, 1) << "-multi does not divide it";
    EXPECT_EQ(waiting_ranks(*plan, section), 8 - section.processes);
  }
  EXPECT_THAT(found, ElementsAre("NEAREST 2: 0 3", "NEAREST 4: 0 1 3 4", "FARTHEST 2: 0 5",
                                 "FARTHEST 4: 0 1 5 6", "FARTHEST 6: 0 1 2 5 6 7"));
}

TEST(NodePairs, AreRefusedOnOneNode) {
  const std::vector<int> one(4, 0);
  for (const Standing& standing : {Standing{.nodes = one}, Standing{}}) {
    const auto plan = make_plan(wanting("Pairs"), Catalog(&pairs_of_nodes, 1), 4, {}, standing);
    ASSERT_EQ(plan->sections.size(), 1U);
    EXPECT_EQ(plan->sections[0].refusal, "Benchmark Pairs needs processes on two nodes or more");
    EXPECT_FALSE(plan->sections[0].unsupported);
  }
  EXPECT_EQ(make_plan(wanting("Pairs"), Catalog(&pairs_of_nodes, 1), 1)->sections[0].refusal,
            "Benchmark Pairs invalid for 1 process");
}

TEST(Refusals, SayWhatAGridOrAShiftAsksFor) {
  const auto refusal = [](const Settings& settings, const Benchmark& row, int ranks) {
    const auto made = make_plan(settings, Catalog(&row, 1), ranks);
    return made->sections[0].refusal;
  };
  auto settings = wanting("PingPong");
  settings.npmin = 8;
  Benchmark grid = test::ping_pong, shifted = test::ping_pong;
  grid.needs.processes = {.least = 4, .grid = 2};
  shifted.needs.processes = {.least = 2};
  shifted.flows = Flows::shifted;
  EXPECT_EQ(refusal(settings, grid, 3), "Benchmark PingPong invalid for 3 processes");
  EXPECT_EQ(refusal(settings, grid, 7),
            "Benchmark PingPong invalid for 7 processes (no grid of 2 extents of 2 or more)");
  EXPECT_EQ(refusal(settings, shifted, 7), "");
  settings.topology = {2, 2};
  EXPECT_EQ(refusal(settings, grid, 6), "Benchmark PingPong invalid for 6 processes (-topo asks for 2 x 2)");
  EXPECT_EQ(refusal(settings, grid, 4), "");
  settings.shift = 5;
  EXPECT_EQ(refusal(settings, shifted, 4),
            "Benchmark PingPong invalid for 4 processes (-shift 5 takes 6 or more)");
  EXPECT_EQ(refusal(settings, shifted, 6), "");
}

TEST(Threads, OfOneBenchmarkAmongOthersAreItsOwn) {
  Benchmark row = test::ping_pong;
  row.parameter = Parameter::threads;
  auto settings = wanting("PingPong");
  settings.threads = {3};
  settings.multi = Multi::worst;
  EXPECT_EQ(make_plan(settings, Catalog(&row, 1), 4)->sections[0].groups, 1);
  EXPECT_EQ(make_plan(settings, Catalog(&test::ping_pong, 1), 4)->sections[0].groups, 2);
  EXPECT_EQ(threads_of(settings, row), 3);
  EXPECT_EQ(threads_of(settings, test::ping_pong), 1);
  EXPECT_EQ(plan_buffers(settings, {}, row, 0, 8, 2)->threads, 3);
  EXPECT_EQ(plan_buffers(settings, {}, test::ping_pong, 0, 8, 2)->threads, 1);
  EXPECT_DOUBLE_EQ(counted_messages(settings, row, 2), 3);
  EXPECT_DOUBLE_EQ(counted_messages(settings, test::ping_pong, 2), 1);
}

TEST(Windows, OfEachNumberOfMessagesAreASection) {
  Benchmark row = test::uniband;
  row.parameter = Parameter::in_flight;
  auto settings = wanting("Uniband");
  settings.windows = {1, 16};
  Plan plan;
  {
    const auto made = make_plan(settings, Catalog(&row, 1), 4);
    plan = *made;
  }
  std::vector<std::string> found;
  for (const TableRun& section : plan.sections)
    found.push_back(std::string(label_of(section)) + " " + std::to_string(section.processes) + " " +
                    std::to_string(section.benchmark->value));
  EXPECT_THAT(found, ElementsAre("window 1 2 1", "window 1 4 1", "window 16 2 16", "window 16 4 16"));
  EXPECT_EQ(make_plan(settings, Catalog(&row, 1), 1)->sections[0].refusal,
            "Benchmark Uniband invalid for 1 process");
}

TEST(Parameters, MakeATableOfEachValueAndKeepItsNumbers) {
  Benchmark row = test::ping_pong;
  auto settings = wanting("PingPong");
  const auto told = [&] {
    std::vector<std::string> found;
    const auto plan = make_plan(settings, Catalog(&row, 1), 2);
    for (const TableRun& section : plan->sections)
      found.push_back(fmt::format("{}: {} partitions, {} threads", label_of(section),
                                  partitions_of(settings, *section.benchmark, 4096),
                                  threads_of(settings, *section.benchmark)));
    return found;
  };
  settings.partitions = {1, 16};
  settings.threads = {1, 3};
  EXPECT_THAT(told(), ElementsAre(": 1 partitions, 1 threads"));
  row.parameter = Parameter::partitions;
  EXPECT_THAT(told(), ElementsAre("partitions 1: 1 partitions, 1 threads",
                                  "partitions 16: 16 partitions, 1 threads"));
  settings.partitions = {4};
  EXPECT_THAT(told(), ElementsAre(": 4 partitions, 1 threads"));
  row.parameter = Parameter::threads;
  EXPECT_THAT(told(), ElementsAre(": 1 partitions, 1 threads", ": 1 partitions, 3 threads"));
  settings.threads = {};
  EXPECT_THAT(told(), ElementsAre(": 1 partitions, 1 threads"));
}

}  // namespace
}  // namespace sonde
