// Who is late under -arrival, and by which share of the largest delay.
#include "plan/arrival_delays.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "plan/planned_case.hpp"
#include "rows.hpp"

namespace sonde::test {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pointwise;

std::vector<double> shares(ArrivalPattern pattern, int ranks, const std::vector<int>& nodes = {}) {
  return arrival_shares({.pattern = pattern, .trace = {4, 0, 1, 2}}, nodes, ranks);
}

TEST(Arrivals, GiveEachRankItsShareOfTheLargestDelay) {
  using enum ArrivalPattern;
  EXPECT_THAT(shares(none, 4), ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(shares(first, 4), ElementsAre(1, 0, 0, 0));
  EXPECT_THAT(shares(root, 4), ElementsAre(1, 0, 0, 0));
  EXPECT_THAT(shares(last, 4), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(shares(ascending, 5), ElementsAre(0, 0.25, 0.5, 0.75, 1));
  EXPECT_THAT(shares(descending, 5), ElementsAre(1, 0.75, 0.5, 0.25, 0));
  EXPECT_THAT(shares(halves, 5), ElementsAre(0, 0, 0, 1, 1));
  EXPECT_THAT(shares(alternate, 5), ElementsAre(0, 1, 0, 1, 0));
  EXPECT_THAT(shares(node, 4, {7, 3, 7, 3}), ElementsAre(0, 1, 0, 1));
  EXPECT_THAT(shares(trace, 4), ElementsAre(1, 0, 0.25, 0.5));
}

TEST(Arrivals, AtRandomAreEvenlySpacedInAnOrderOfTheSeed) {
  auto drawn = arrival_shares({.pattern = ArrivalPattern::random, .seed = 5}, {}, 9);
  EXPECT_EQ(drawn, arrival_shares({.pattern = ArrivalPattern::random, .seed = 5}, {}, 9));
  EXPECT_NE(drawn, arrival_shares({.pattern = ArrivalPattern::random, .seed = 6}, {}, 9));
  std::ranges::sort(drawn);
  EXPECT_THAT(drawn, Pointwise(DoubleEq(), shares(ArrivalPattern::ascending, 9)));
}

/// The sections of one row under -arrival.
std::vector<TableRun> sections(const Benchmark& row, Arrival arrival, int ranks,
                               const std::vector<int>& nodes = {}) {
  Settings settings;
  settings.benchmarks = settings.by_name = {std::string(row.name)};
  settings.arrival = std::move(arrival);
  return make_plan(settings, {&row, 1}, ranks, {}, {.nodes = nodes}).value().sections;
}

std::string refusal(const Benchmark& row, const Arrival& arrival, int ranks,
                    const std::vector<int>& nodes = {}) {
  const auto made = sections(row, arrival, ranks, nodes);
  return made.back().refusal;
}

TEST(Arrivals, AreThoseOfEachNumberOfProcesses) {
  const auto made = sections(bcast, {.pattern = ArrivalPattern::last}, 4);
  ASSERT_EQ(made.size(), 2);
  EXPECT_THAT(made[0].arrivals.at(0).shares, ElementsAre(0, 1));
  EXPECT_THAT(made[1].arrivals.at(0).shares, ElementsAre(0, 0, 0, 1));
}

TEST(Arrivals, OfAllPatternsAreEightThatAreMeasuredInOneCase) {
  const auto made = sections(bcast, {.pattern = ArrivalPattern::all, .seconds = 2e-3, .seed = 5}, 4);
  const auto cases = cases_of(Settings{}, made.back());
  for (const TableRun& section : made) EXPECT_EQ(section.arrivals.size(), 8);
  const auto patterns = in_each_pattern(cases.front());
  ASSERT_EQ(patterns.size(), 8);
  for (const PlannedCase& one : patterns) {
    const auto& [arrival, shares] = one.late();
    EXPECT_EQ(arrival.seconds, 2e-3);
    EXPECT_THAT(shares, arrival_shares({.pattern = arrival.pattern, .seed = 5}, {}, 4));
    EXPECT_EQ(std::ranges::max(shares), 1) << "somebody is late";
    EXPECT_EQ(in_each_pattern(one).size(), 1);
  }
}

TEST(Arrivals, OfAllPatternsComeInAnOrderOfTheSeedAndTheTurn) {
  const Arrival all{.pattern = ArrivalPattern::all, .seed = 5};
  auto order = order_of_turn(all, 8, 0);
  EXPECT_EQ(order, order_of_turn(all, 8, 0));
  EXPECT_NE(order, order_of_turn(all, 8, 1));
  std::ranges::sort(order);
  EXPECT_THAT(order, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(Arrivals, AreRefusedWhereTheyCannotBe) {
  using enum ArrivalPattern;
  EXPECT_THAT(refusal(bcast, {.pattern = last}, 1), HasSubstr("no other to wait for"));
  EXPECT_THAT(refusal(bcast, {.pattern = trace, .trace = {0, 1}}, 4), HasSubstr("delays of 2 processes"));
  EXPECT_THAT(refusal(bcast, {.pattern = trace, .trace = {0, 1, 1, 1}}, 4), IsEmpty());
  EXPECT_THAT(refusal(bcast, {.pattern = node}, 4, {1, 1, 1, 1}), HasSubstr("share one node"));
  EXPECT_THAT(refusal(bcast, {.pattern = node}, 4), HasSubstr("share one node")) << "not known";
  EXPECT_THAT(refusal(bcast, {.pattern = node}, 4, {1, 1, 1, 2}), IsEmpty());
  Benchmark aggregate = bcast;
  aggregate.modes = {{aggregate_mode}};
  EXPECT_THAT(refusal(aggregate, {.pattern = last}, 4), HasSubstr("no call that processes make one by one"));
  Benchmark one_sided = bcast;
  one_sided.needs.processes.roles = Roles::first;
  EXPECT_THAT(refusal(one_sided, {.pattern = last}, 4), HasSubstr("no call that processes make one by one"))
      << "targets take no part";
  const auto refused = sections(aggregate, {.pattern = last}, 4);
  EXPECT_TRUE(refused.back().unsupported && refused.back().by_name);
  EXPECT_THAT(refused.back().lanes, IsEmpty());
}

}  // namespace
}  // namespace sonde::test
