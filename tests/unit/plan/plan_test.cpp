#include "plan/plan.hpp"

#include <gmock/gmock.h>

#include <array>
#include <limits>

#include "rows.hpp"

namespace sonde {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Settings wanting(std::vector<std::string> benchmarks) {
  Settings settings;
  settings.benchmarks = std::move(benchmarks);
  return settings;
}

/// Name, groups x processes and mode of each section, for short comparisons.
std::vector<std::string> outline(const Plan& plan) {
  std::vector<std::string> out;
  for (const auto& s : plan.sections)
    out.push_back(std::string(s.benchmark->name) + " " + std::to_string(s.groups) + "x" +
                  std::to_string(s.processes) + " " + std::string(label_of(s)));
  return out;
}

constexpr Benchmark partitioned{.name = "PingPong_part",
                                .summary = "there and back in parts",
                                .klass = TransferClass::single_transfer,
                                .needs = {.processes = {2, 2}, .library = Feature::partitioned},
                                .modes = {{test::plain_mode}}};

TEST(Library, ABenchmarkThatNeedsALaterOneIsOneSectionThatSaysSo) {
  auto settings = wanting({"PingPong_part"});
  const auto plan = make_plan(settings, Catalog(&partitioned, 1), 4, {3, 1});
  ASSERT_EQ(plan->sections.size(), 1U);
  EXPECT_EQ(plan->sections[0].refusal, "Benchmark PingPong_part needs MPI 4.0 (this library: 3.1)");
  EXPECT_TRUE(plan->sections[0].unsupported);
  EXPECT_FALSE(plan->sections[0].by_name);
  settings.by_name = settings.benchmarks;
  EXPECT_TRUE(make_plan(settings, Catalog(&partitioned, 1), 4, {3, 1})->sections[0].by_name);
}

TEST(Stride, IsAtMostHalfOfTheProcesses) {
  auto settings = wanting({"PingPong_part"});
  settings.stride = 2;
  EXPECT_TRUE(make_plan(settings, Catalog(&partitioned, 1), 4));
  settings.stride = 3;
  EXPECT_EQ(make_plan(settings, Catalog(&partitioned, 1), 4).error().message,
            "-stride 3 is more than half of 4 processes; expected 0 to 2");
}

TEST(Library, ABenchmarkOfThreadsNamesTheFlagThatItNeeds) {
  Benchmark threaded = partitioned;
  threaded.needs.library = Feature::threads;
  const auto plan = make_plan(wanting({"PingPong_part"}), Catalog(&threaded, 1), 4, {4, 0});
  ASSERT_EQ(plan->sections.size(), 1U);
  EXPECT_EQ(plan->sections[0].refusal, "Benchmark PingPong_part needs -thread_level multiple");
}

TEST(Sections, OfWhatIsToldAtTheEndComeLast) {
  std::array rows{partitioned, partitioned};
  rows[0].name = "Last";
  rows[0].at_end = true;
  const auto plan = make_plan(wanting({"Last", "PingPong_part"}), rows, 2, {4, 0});
  EXPECT_THAT(outline(*plan), ElementsAre("PingPong_part 1x2 ", "Last 1x2 "));
}

TEST(Library, ALaterOneRunsIt) {
  const auto plan = make_plan(wanting({"PingPong_part"}), Catalog(&partitioned, 1), 4, {4, 0});
  ASSERT_EQ(plan->sections.size(), 1U);
  EXPECT_EQ(plan->sections[0].refusal, "");
}

TEST(OneSided, ARowWithoutACallThatReturnsARequestSaysSoWhereRequestsAreAskedFor) {
  Benchmark row = test::swap;
  row.needs.window = {.as_asked = true, .no_request = true};
  auto settings = wanting({"Compare_and_swap"});
  settings.by_name = settings.benchmarks;
  settings.rma_sync = RmaSync::request;
  const auto plan = make_plan(settings, Catalog(&row, 1), 4);
  ASSERT_EQ(plan->sections.size(), 1U);
  EXPECT_EQ(plan->sections[0].refusal,
            "Benchmark Compare_and_swap needs another -rma_sync than request: MPI has no such call with a "
            "request");
  EXPECT_TRUE(plan->sections[0].unsupported && plan->sections[0].by_name);
  settings.rma_sync = RmaSync::lock;
  EXPECT_EQ(make_plan(settings, Catalog(&row, 1), 4)->sections[0].refusal, "");
  settings.rma_sync = RmaSync::request;
  row.needs.window.no_request = false;
  EXPECT_EQ(make_plan(settings, Catalog(&row, 1), 4)->sections[0].refusal, "");
}

constexpr Benchmark every_pair{.name = "Every_pair",
                               .summary = "all at once",
                               .klass = TransferClass::links,
                               .axis = Axis::nodes,
                               .needs = {.processes = {.least = 2}},
                               .modes = {{test::plain_mode}}};

TEST(Nodes, GiveOneProcessEachToABenchmarkOfNodes) {
  auto settings = wanting({"Every_pair"});
  settings.multi = Multi::worst;
  const std::vector<int> nodes{0, 0, 1, 1, 2, 2};
  const auto plan = make_plan(settings, Catalog(&every_pair, 1), 6, {}, {.nodes = nodes});
  ASSERT_EQ(plan->sections.size(), 1U);
  const TableRun& section = plan->sections[0];
  EXPECT_EQ(section.processes, 3);
  EXPECT_EQ(section.groups, 1) << "-multi does not divide it";
  EXPECT_THAT(members(*plan, section, 0), ElementsAre(0, 2, 4));
  EXPECT_THAT(order_of(*plan, section), ElementsAre(0, 2, 4, 1, 3, 5));
  EXPECT_EQ(waiting_ranks(*plan, section), 3);
  settings.map = Grid{2, 3};
  EXPECT_THAT(members(*make_plan(settings, Catalog(&every_pair, 1), 6, {}, {.nodes = nodes}), section, 0),
              ElementsAre(0, 2, 4));
}

TEST(Nodes, DoNotMatterWhereAllRanksAreWantedOrThereIsOneNode) {
  auto settings = wanting({"Every_pair"});
  const std::vector<int> one(4, 0), two{0, 0, 1, 1};
  EXPECT_EQ(make_plan(settings, Catalog(&every_pair, 1), 4, {}, {.nodes = one})->sections[0].processes, 4);
  EXPECT_EQ(make_plan(settings, Catalog(&every_pair, 1), 4)->sections[0].processes, 4);
  EXPECT_EQ(make_plan(settings, Catalog(&every_pair, 1), 4, {}, {.nodes = two})->sections[0].processes, 2);
  settings.per = Per::rank;
  const auto plan = make_plan(settings, Catalog(&every_pair, 1), 4, {}, {.nodes = two});
  EXPECT_EQ(plan->sections[0].processes, 4);
  EXPECT_TRUE(plan->sections[0].order.empty());
  settings.npmin = 2;
  EXPECT_EQ(make_plan(settings, Catalog(&every_pair, 1), 4, {}, {.nodes = two})->sections.size(), 1U);
}

TEST(Nodes, HaveAsManyNeighboursEachOrTheirNumberIsNotKnown) {
  const auto each = [](const std::vector<int>& nodes) { return ranks_of_each_node(nodes); };
  EXPECT_EQ(each({0, 0, 1, 1}), 2);
  EXPECT_EQ(each({7, 7, 7, 2, 2, 2, 5, 5, 5}), 3);
  EXPECT_EQ(each({}), 0);
  EXPECT_EQ(each({0, 0, 0, 0}), 0) << "one node";
  EXPECT_EQ(each({0, 1, 2, 3}), 0) << "one rank each";
  EXPECT_EQ(each({0, 1, 0, 1}), 0) << "no neighbours";
  EXPECT_EQ(each({0, 0, 1, 1, 1}), 0) << "more on the last";
  EXPECT_EQ(each({0, 0, 1, 2}), 0) << "fewer on the last";
  EXPECT_EQ(each({0, 0, 1, 1, 0, 0}), 0) << "in two places";
}

constexpr Benchmark by_lanes{.name = "By_lanes",
                             .summary = "over communicators of nodes",
                             .needs = {.processes = {.least = 4}, .resource = Resource::nodes},
                             .modes = {{test::plain_mode}}};

TEST(Nodes, WithAsManyNeighboursEachAreWhatABenchmarkOfTheirCommunicatorsNeeds) {
  auto settings = wanting({"By_lanes"});
  settings.npmin = 4;
  const std::vector<int> two{0, 0, 0, 0, 1, 1, 1, 1}, four{0, 0, 1, 1, 2, 2, 3, 3};
  const auto planned = [&](const std::vector<int>& nodes) {
    return *make_plan(settings, Catalog(&by_lanes, 1), static_cast<int>(nodes.size()), {}, {.nodes = nodes});
  };
  EXPECT_THAT(outline(planned(two)), ElementsAre("By_lanes 1x8 ")) << "four of them share a node";
  EXPECT_EQ(planned(two).sections[0].ranks_of_node, 4);
  EXPECT_THAT(outline(planned(four)), ElementsAre("By_lanes 1x4 ", "By_lanes 1x8 "));
  settings.multi = Multi::worst;
  EXPECT_THAT(outline(planned(four)), ElementsAre("By_lanes 2x4 ", "By_lanes 1x8 "));
  EXPECT_THAT(planned({0, 0, 1, 1, 2, 2, 2, 2}).sections[0].refusal, HasSubstr("needs two nodes or more"));
  EXPECT_THAT(planned({0, 0, 0, 0}).sections[0].refusal, HasSubstr("needs two nodes or more"));
  EXPECT_THAT(planned({0, 1}).sections[0].refusal, HasSubstr("invalid for 2 processes"));
  settings.map = Grid{2, 2};
  EXPECT_THAT(planned({0, 1, 0, 1}).sections[0].refusal, IsEmpty()) << "neighbours in the order of the map";
}

TEST(ProcessCounts, DoubleFromTheLeastToAll) {
  EXPECT_THAT(process_counts(11, 2), ElementsAre(2, 4, 8, 11));  // guide 5.1.1
  EXPECT_THAT(process_counts(11, 1), ElementsAre(1, 2, 4, 8, 11));
  EXPECT_THAT(process_counts(11, 5), ElementsAre(5, 10, 11));
  EXPECT_THAT(process_counts(14, 7), ElementsAre(7, 14));
  EXPECT_THAT(process_counts(8, 2), ElementsAre(2, 4, 8));
  EXPECT_THAT(process_counts(3, 3), ElementsAre(3));
}

TEST(ProcessCounts, LeastAboveAllIsAll) {
  EXPECT_THAT(process_counts(1, 2), ElementsAre(1));
  EXPECT_THAT(process_counts(6, std::numeric_limits<std::int64_t>::max()), ElementsAre(6));
}

TEST(ProcessCounts, EndForTheLargestNumberOfRanks) {
  EXPECT_EQ(process_counts(std::numeric_limits<int>::max(), 1).size(), 32U);
}

TEST(RankOrder, FollowsTheRowsOfTheMap) {
  EXPECT_THAT(rank_order(6, Grid{3, 2}), ElementsAre(0, 3, 1, 4, 2, 5));  // guide 6.2
  EXPECT_THAT(rank_order(6, Grid{2, 3}), ElementsAre(0, 2, 4, 1, 3, 5));
  EXPECT_THAT(rank_order(4, Grid{4, 1}), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(rank_order(4, Grid{1, 4}), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(rank_order(3, std::nullopt), ElementsAre(0, 1, 2));
}

TEST(RankOrder, SkipsRanksThatDoNotExist) {
  EXPECT_THAT(rank_order(5, Grid{3, 2}), ElementsAre(0, 3, 1, 4, 2));
  EXPECT_THAT(rank_order(5, Grid{2, 4}), ElementsAre(0, 2, 4, 1, 3));
  constexpr auto huge = std::numeric_limits<std::int64_t>::max();
  EXPECT_THAT(rank_order(3, Grid{huge, huge}), ElementsAre(0, 1, 2));
}

TEST(RankOrder, IsAPermutation) {
  for (std::int64_t rows = 1; rows < 9; ++rows) {
    auto order = rank_order(23, Grid{rows, 23 / rows + 1});
    std::ranges::sort(order);
    EXPECT_EQ(order, rank_order(23, std::nullopt)) << rows;
  }
}

TEST(MakePlan, OrdersByBenchmarkThenProcessesThenMode) {
  const auto plan = make_plan(wanting({"Unidir_Put", "P_Write_Indv"}), test::rows, 4);
  ASSERT_TRUE(plan);
  EXPECT_THAT(outline(*plan), ElementsAre("Unidir_Put 1x2 AGGREGATE", "Unidir_Put 1x2 NON-AGGREGATE",
                                          "P_Write_Indv 1x2 AGGREGATE", "P_Write_Indv 1x2 NON-AGGREGATE",
                                          "P_Write_Indv 1x4 AGGREGATE", "P_Write_Indv 1x4 NON-AGGREGATE"));
}

TEST(MakePlan, TakesTheRowThatMeansXAsIsAskedFor) {
  const std::array rows{test::reduce_scatter_each};
  auto settings = wanting({"Reduce_scatter"});
  settings.reduce_scatter = Share::each;
  EXPECT_EQ(make_plan(settings, rows, 2)->sections[0].benchmark->expect, ExpectedContent::reduced_block);
  settings.reduce_scatter = Share::all;
  EXPECT_EQ(make_plan(settings, rows, 2)->sections[0].benchmark->expect, ExpectedContent::reduced_scattered);
}

TEST(MakePlan, TakesModesInTheOrderOfTheirSuiteAndSelectsThemByWhatTheyCount) {
  auto settings = wanting({"All_put_all"});
  EXPECT_THAT(outline(*make_plan(settings, test::rows, 2)),
              ElementsAre("All_put_all 1x2 NON-AGGREGATE", "All_put_all 1x2 AGGREGATE"));
  settings.modes = ModeChoice::aggregate;
  EXPECT_THAT(outline(*make_plan(settings, test::rows, 2)), ElementsAre("All_put_all 1x2 AGGREGATE"));
  settings.modes = ModeChoice::non_aggregate;
  EXPECT_THAT(outline(*make_plan(settings, test::rows, 2)), ElementsAre("All_put_all 1x2 NON-AGGREGATE"));
}

TEST(MakePlan, HasOneTableWithoutAModeWhereOtherSuitesDo) {
  Benchmark row = test::rows[0];
  for (const Benchmark& candidate : test::rows)
    if (candidate.name == "All_put_all") row = candidate;
  row.one_table = true;
  auto settings = wanting({"All_put_all"});
  const auto outlined = [&] { return outline(*make_plan(settings, {&row, 1}, 2)); };
  EXPECT_THAT(outlined(), ElementsAre("All_put_all 1x2 "));
  EXPECT_EQ(make_plan(settings, {&row, 1}, 2)->sections[0].mode, 1) << "the aggregate one";
  settings.modes = ModeChoice::aggregate;
  EXPECT_THAT(outlined(), ElementsAre("All_put_all 1x2 "));
  settings.modes = ModeChoice::non_aggregate;
  EXPECT_THAT(outlined(), ElementsAre("All_put_all 1x2 NON-AGGREGATE"));
  settings.modes = ModeChoice::both;
  EXPECT_THAT(outlined(), ElementsAre("All_put_all 1x2 NON-AGGREGATE", "All_put_all 1x2 AGGREGATE"));
}

TEST(MakePlan, LeavesRanksWithoutAPartnerOut) {
  auto settings = wanting({"Uniband"});
  const auto outlined = [&](int ranks) { return outline(*make_plan(settings, test::rows, ranks)); };
  EXPECT_THAT(outlined(2), ElementsAre("Uniband 1x2 "));
  EXPECT_THAT(outlined(3), ElementsAre("Uniband 1x2 ")) << "not twice";
  EXPECT_THAT(outlined(5), ElementsAre("Uniband 1x2 ", "Uniband 1x4 "));
  EXPECT_THAT(outlined(7), ElementsAre("Uniband 1x2 ", "Uniband 1x4 ", "Uniband 1x6 "));
  const auto plan = make_plan(settings, test::rows, 3);
  EXPECT_EQ(waiting_ranks(*plan, plan->sections[0]), 1);
  settings.multi = Multi::each;
  settings.npmin = 3;
  EXPECT_THAT(outlined(7), ElementsAre("Uniband 3x2 ", "Uniband 1x6 "));
  settings.multi = Multi::off;
  settings.npmin = 7;
  settings.stride = 3;
  EXPECT_THAT(outlined(7), ElementsAre("Uniband 1x6 ")) << "whole pairs of blocks";
  settings.stride = 2;
  EXPECT_THAT(outlined(7), ElementsAre("Uniband 1x4 "));
}

TEST(MakePlan, FormsGroupsOnlyUnderMulti) {
  auto settings = wanting({"PingPong", "Allreduce"});
  EXPECT_THAT(outline(*make_plan(settings, test::rows, 7)),
              ElementsAre("PingPong 1x2 ", "Allreduce 1x2 ", "Allreduce 1x4 ", "Allreduce 1x7 "));
  settings.multi = Multi::worst;
  const auto plan = make_plan(settings, test::rows, 7);
  EXPECT_THAT(outline(*plan),
              ElementsAre("PingPong 3x2 ", "Allreduce 3x2 ", "Allreduce 1x4 ", "Allreduce 1x7 "));
  EXPECT_EQ(waiting_ranks(*plan, plan->sections[0]), 1);
  EXPECT_EQ(waiting_ranks(*plan, plan->sections[2]), 3);
  EXPECT_EQ(display_name(plan->sections[0]), "Multi-PingPong");
  EXPECT_EQ(display_name(plan->sections[2]), "Allreduce");
}

TEST(MakePlan, GroupsAreConsecutiveInMapOrder) {
  auto settings = wanting({"PingPong"});
  settings.multi = Multi::each;
  settings.map = Grid{3, 2};
  const auto plan = make_plan(settings, test::rows, 6);
  const auto& section = plan->sections[0];
  EXPECT_THAT(members(*plan, section, 0), ElementsAre(0, 3));
  EXPECT_THAT(members(*plan, section, 1), ElementsAre(1, 4));
  EXPECT_THAT(members(*plan, section, 2), ElementsAre(2, 5));
}

TEST(Lanes, AreEqualSideBySideAndLeaveTheRestWaiting) {
  const auto section = equal_lanes(test::ping_pong, 0, 2, 3);
  ASSERT_EQ(section.lanes.size(), 3U);
  EXPECT_EQ(section.lanes[2], (Lane{&test::ping_pong, 0, 4, 2}));
  EXPECT_EQ(lane_at(section, 0), 0U);
  EXPECT_EQ(lane_at(section, 3), 1U);
  EXPECT_EQ(lane_at(section, 5), 2U);
  EXPECT_EQ(lane_at(section, 6), std::nullopt);
  EXPECT_EQ(lane_at(section, -1), std::nullopt);
}

TEST(Lanes, NeedNotBeEqualNorBeginAtTheFirstRank) {
  TableRun section{.benchmark = &test::ping_pong, .processes = 2};
  section.lanes = {{&test::ping_pong, 0, 4, 2}, {&test::allreduce, 0, 1, 3}};
  Plan plan{8, rank_order(8, Grid{2, 4}), {section}};  // 0 2 4 6 1 3 5 7
  EXPECT_THAT(members(plan, section, 0), ElementsAre(1, 3));
  EXPECT_THAT(members(plan, section, 1), ElementsAre(2, 4, 6));
  EXPECT_EQ(waiting_ranks(plan, section), 3);
  EXPECT_EQ(lane_at(section, 0), std::nullopt);
  EXPECT_EQ(lane_at(section, 3), 1U);
  EXPECT_EQ(lane_at(section, 4), 0U);
}

TEST(Lanes, ThereAreNoneWhereABenchmarkCannotRun) {
  EXPECT_THAT(make_plan(wanting({"PingPong"}), test::rows, 1)->sections[0].lanes, IsEmpty());
}

TEST(MakePlan, StatesABenchmarkThatCannotRun) {
  const auto plan = make_plan(wanting({"PingPong", "Allreduce"}), test::rows, 1);
  ASSERT_EQ(plan->sections.size(), 2U);
  EXPECT_EQ(plan->sections[0].refusal, "Benchmark PingPong invalid for 1 process");
  EXPECT_THAT(plan->sections[1].refusal, IsEmpty());
  EXPECT_EQ(plan->sections[1].processes, 1);
}

TEST(MakePlan, SelectsModesOfBenchmarksThatHaveTwo) {
  auto settings = wanting({"Unidir_Put", "Window", "S_IWrite_Indv"});
  settings.modes = ModeChoice::non_aggregate;
  EXPECT_THAT(outline(*make_plan(settings, test::rows, 2)),
              ElementsAre("Unidir_Put 1x2 NON-AGGREGATE", "Window 1x2 ", "S_IWrite_Indv 1x1 AGGREGATE"));
  settings.modes = ModeChoice::aggregate;
  EXPECT_THAT(outline(*make_plan(settings, test::rows, 2)),
              ElementsAre("Unidir_Put 1x2 AGGREGATE", "Window 1x2 ", "S_IWrite_Indv 1x1 AGGREGATE"));
}

TEST(MakePlan, RefusesAMapThatIsTooSmall) {
  auto settings = wanting({"PingPong"});
  settings.map = Grid{2, 2};
  EXPECT_THAT(make_plan(settings, test::rows, 5).error().message,
              HasSubstr("2x2 is too small for 5 processes"));
  settings.map = Grid{0, 8};
  EXPECT_FALSE(make_plan(settings, test::rows, 5));
  settings.map = Grid{-2, -4};
  EXPECT_FALSE(make_plan(settings, test::rows, 5));
}

TEST(MakePlan, RefusesAnUnknownNameAndNoRanks) {
  EXPECT_THAT(make_plan(wanting({"Pong"}), test::rows, 2).error().message, HasSubstr("'Pong'"));
  EXPECT_FALSE(make_plan(wanting({"PingPong"}), test::rows, 0));
}

TEST(MakePlan, KeepsAFewBytesARank) {
  auto settings = wanting({"PingPong", "Allreduce", "Bcast", "Barrier"});
  settings.multi = Multi::each;
  const auto plan = make_plan(settings, test::rows, 4096);
  EXPECT_EQ(plan->order.size(), 4096U);
  EXPECT_EQ(plan->sections.size(), 1 + 3 * 12U);
}

}  // namespace
}  // namespace sonde
