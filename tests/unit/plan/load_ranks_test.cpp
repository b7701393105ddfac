// Who measures and who makes the load under -load.
#include "plan/load_ranks.hpp"

#include <gmock/gmock.h>

#include <numeric>

#include "base/units.hpp"
#include "rows.hpp"

namespace sonde::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Settings under(const Load& load) {
  Settings settings;
  settings.load = load;
  return settings;
}

/// The canaries of so many ranks, in their order; empty: too few.
std::vector<int> canaries(const Settings& settings, int ranks, const std::vector<int>& nodes = {}) {
  std::vector<int> order(static_cast<std::size_t>(ranks));
  std::iota(order.begin(), order.end(), 0);
  const auto count = put_canaries_first(settings, nodes, order);
  if (!count) return {};
  order.resize(static_cast<std::size_t>(*count));
  return order;
}

TEST(Loads, AreMadeByTheShareOfTheRanksThatWasAskedFor) {
  EXPECT_EQ(canaries(under({.share = 0.8}), 10).size(), 2);
  EXPECT_EQ(canaries(under({.share = 0.5}), 10).size(), 5);
  EXPECT_EQ(canaries(under({.share = 0.01}), 10).size(), 8) << "two make a load";
  EXPECT_EQ(canaries(under({.share = 0.99}), 10).size(), 2) << "two measure";
  EXPECT_EQ(canaries(under({}), 4).size(), 2);
  EXPECT_EQ(canaries(under({.kind = LoadKind::stream}), 3).size(), 2);
  EXPECT_THAT(canaries(under({}), 3), IsEmpty());
}

TEST(Loads, AreMadeByWholeNodes) {
  const std::vector<int> nodes{7, 7, 3, 3, 5, 5, 9, 9, 1, 1};
  const auto two = canaries(under({.share = 0.8}), 10, nodes);
  ASSERT_EQ(two.size(), 2);
  EXPECT_EQ(two[0], 0);
  EXPECT_EQ(two[1], 1) << "of the node of rank 0";
  const auto six = canaries(under({.share = 0.4}), 10, nodes);
  ASSERT_EQ(six.size(), 6);
  for (std::size_t i = 0; i < six.size(); i += 2) EXPECT_EQ(six[i] + 1, six[i + 1]);
  EXPECT_EQ(canaries(under({.share = 0.8}), 4, {2, 2, 2, 2}).size(), 2) << "one node is divided";
  EXPECT_EQ(canaries(under({.share = 0.8}), 4, {1, 2, 2, 2}).size(), 2) << "one rank alone cannot measure";
}

TEST(Loads, AreDrawnByTheSeed) {
  auto settings = under({.share = 0.5});
  const auto first = canaries(settings, 32);
  EXPECT_EQ(first, canaries(settings, 32));
  EXPECT_EQ(first.front(), 0) << "who writes measures";
  settings.seed += 1;
  EXPECT_NE(first, canaries(settings, 32));
}

Plan planned(const Benchmark& row, int ranks) {
  auto settings = under({});
  settings.benchmarks = settings.by_name = {std::string(row.name)};
  return make_plan(settings, {&row, 1}, ranks).value();
}

TEST(Loads, LeaveTheOthersToTheBenchmark) {
  const Plan plan = planned(bcast, 16);
  EXPECT_EQ(plan.ranks, 16);
  EXPECT_EQ(plan.congestors, 13);
  ASSERT_EQ(plan.order.size(), 16);
  ASSERT_EQ(plan.sections.size(), 2);
  EXPECT_EQ(plan.sections[0].processes, 2);
  EXPECT_EQ(waiting_ranks(plan, plan.sections[0]), 1);
  EXPECT_EQ(plan.sections[1].processes, 3);
  EXPECT_EQ(waiting_ranks(plan, plan.sections[1]), 0);
}

TEST(Loads, NeedEnoughProcesses) {
  auto settings = under({});
  settings.benchmarks = {std::string(bcast.name)};
  EXPECT_THAT(
      make_plan(settings, {&bcast, 1}, 3).error().message,
      HasSubstr("-load needs 4 processes or more, two to measure and two to make the load; there are 3"));
}

TEST(Loads, TakeNoMoreMemoryOfARankThanIsAllowed) {
  auto settings = under({.kind = LoadKind::alltoall, .share = 0.8, .bytes = gibibyte / 32});
  settings.mem_gib = 1;
  EXPECT_TRUE(check_load_memory(settings, 16)) << "two buffers of half a gibibyte";
  EXPECT_THAT(
      check_load_memory(settings, 17).error().message,
      AllOf(HasSubstr("-load alltoall:0.8,33554432: the buffers of 17 ranks take 1.062 GiB of one of them"),
            HasSubstr("-mem 2")));
  settings.load->kind = LoadKind::incast;
  EXPECT_TRUE(check_load_memory(settings, 32));
  EXPECT_THAT(check_load_memory(settings, 1000).error().message, HasSubstr("2.031 GiB")) << "64 at a time";
  settings.load->kind = LoadKind::shift;
  EXPECT_TRUE(check_load_memory(settings, 1000));
  settings.benchmarks = {std::string(bcast.name)};
  settings.load->kind = LoadKind::alltoall;
  EXPECT_THAT(make_plan(settings, {&bcast, 1}, 64).error().message, HasSubstr("more than -mem allows"));
}

TEST(Loads, AreRefusedByRowsWithoutSingleCalls) {
  EXPECT_THAT(planned(bcast, 4).sections.back().refusal, IsEmpty());
  Benchmark row = bcast;
  row.modes = {{aggregate_mode}};
  EXPECT_THAT(planned(row, 4).sections.back().refusal, HasSubstr("is not timed call by call"));
  row = bcast;
  row.needs.resource = Resource::window;
  EXPECT_THAT(planned(row, 4).sections.back().refusal,
              HasSubstr("uses more than messages between processes"));
  row = bcast;
  row.axis = Axis::world;
  const auto refused = planned(row, 4).sections.back();
  EXPECT_THAT(refused.refusal, HasSubstr("needs all processes"));
  EXPECT_TRUE(refused.unsupported && refused.by_name);
  EXPECT_THAT(refused.lanes, IsEmpty());
}

}  // namespace
}  // namespace sonde::test
