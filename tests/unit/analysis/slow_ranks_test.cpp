#include "analysis/slow_ranks.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <numeric>

#include "make_case.hpp"

namespace sonde::analysis {
using test::make_case;
namespace {

using testing::ElementsAre;
using testing::Optional;

record::CaseRecord slowest(const std::string& benchmark, std::vector<int> ranks, int slowest_rank,
                           double share) {
  record::CaseRecord c = make_case(benchmark, 8, 1e-6);
  c.ranks = std::move(ranks);
  c.summary = stats::Summary{};
  c.summary->slowest_rank = slowest_rank;
  c.summary->slowest_share = share;
  return c;
}

TEST(SlowRanks, records_without_summaries_give_an_empty_map) {
  record::Run run;
  run.cases = {make_case("Bcast", 8, 1e-6)};
  EXPECT_TRUE(slow_ranks(run).ranks.empty());
  run.cases = {slowest("Bcast", {0, 1}, 0, 0)};
  EXPECT_TRUE(slow_ranks(run).ranks.empty()) << "nobody was slowest";
}

// World rank 5 is slowest in 80 % of the batches of the first case and takes part in a second: mean 40 %.
TEST(SlowRanks, shares_are_means_over_the_cases_a_rank_took_part_in) {
  record::Run run;
  run.header.places = {{5, "node", {3}, 0}};
  run.cases = {slowest("Bcast", {4, 5}, 1, 0.8), slowest("Barrier", {4, 5}, 0, 0.6)};
  run.cases[0].witnesses = {{5, 7, 2, {}, 0.5}};
  const SlowRankMap map = slow_ranks(run);
  EXPECT_THAT(map.benchmarks, ElementsAre("Barrier", "Bcast"));
  ASSERT_EQ(map.ranks.size(), 2U);
  const RankShare& five = map.ranks[1];
  EXPECT_EQ(five.rank, 5);
  EXPECT_EQ(five.host, "node");
  EXPECT_DOUBLE_EQ(five.share, 0.4);
  EXPECT_THAT(five.by_benchmark, ElementsAre(Optional(0.0), Optional(0.8)));
  EXPECT_EQ(five.involuntary_switches, 7);
  EXPECT_EQ(five.migrations, 2);
}

TEST(SlowRanks, a_rank_that_took_part_in_nothing_is_not_shown) {
  record::Run run;
  run.cases = {slowest("Bcast", {4, 5}, 1, 0.8)};
  run.cases[0].slowest_world_rank = 7;  // the record contradicts itself
  const SlowRankMap map = slow_ranks(run);
  ASSERT_EQ(map.ranks.size(), 2U);
  EXPECT_EQ(map.ranks[0].rank, 4);
  EXPECT_EQ(map.ranks[1].rank, 5);
}

TEST(SlowRanks, the_worst_of_several_groups_counts_for_its_world_rank) {
  record::Run run;
  run.cases = {slowest("PingPong", {}, 1, 0.8)};
  run.cases[0].id.groups = 3;
  EXPECT_TRUE(slow_ranks(run).ranks.empty());  // rank 1 of which group?
  run.cases[0].slowest_world_rank = 5;
  const SlowRankMap map = slow_ranks(run);
  ASSERT_EQ(map.ranks.size(), 1U);
  EXPECT_EQ(map.ranks[0].rank, 5);
}

TEST(SlowRanks, that_are_not_listed_took_part_where_all_did) {
  record::Run listed;
  listed.header.ranks = 128;
  std::vector<int> all(128);
  std::iota(all.begin(), all.end(), 0);
  for (int i = 0; i < 20; ++i) listed.cases.push_back(slowest("Bcast", all, 7, 0.5));
  listed.cases.push_back(slowest("Barrier", all, 40, 0.9));
  for (auto& c : listed.cases) c.id.processes = 128;
  record::Run run = listed;
  for (auto& c : run.cases) c.ranks.clear();
  const SlowRankMap map = slow_ranks(run), wanted = slow_ranks(listed, 2);
  ASSERT_EQ(map.ranks.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(map.ranks[i].rank, wanted.ranks[i].rank);
    EXPECT_DOUBLE_EQ(map.ranks[i].share, wanted.ranks[i].share);
    EXPECT_EQ(map.ranks[i].by_benchmark, wanted.ranks[i].by_benchmark);
  }
  EXPECT_EQ(map.left_out, wanted.left_out);
}

TEST(SlowRanks, that_are_not_listed_are_the_first_ones_of_a_smaller_case) {
  record::Run run;
  run.header.ranks = 256;
  for (const int rank : {7, 200}) {
    run.cases.push_back(slowest("Bcast", {}, 7, 0.5));
    run.cases.back().id.processes = 128;
    run.cases.push_back(slowest("Bcast", {}, rank, 0.5));
    run.cases.back().id.processes = 256;
  }
  const SlowRankMap map = slow_ranks(run);
  ASSERT_EQ(map.ranks.size(), 2U);
  EXPECT_DOUBLE_EQ(map.ranks[0].share, 1.5 / 4);
  EXPECT_DOUBLE_EQ(map.ranks[1].share, 0.5 / 2) << "half of the cases had no rank 200";
  EXPECT_EQ(map.left_out, 254U);
  run.header.settings["map"] = "2x128";
  EXPECT_DOUBLE_EQ(slow_ranks(run).ranks[0].share, 0.5 / 2)
      << "which ranks the smaller ones had is not known";
}

TEST(SlowRanks, a_large_run_keeps_the_worst_and_counts_the_rest) {
  record::Run run;
  for (int rank = 0; rank < 10; ++rank)
    run.cases.push_back(slowest("Bcast", {rank, 100 + rank}, 0, rank / 10.0 + 0.05));
  const SlowRankMap map = slow_ranks(run, 2);
  ASSERT_EQ(map.ranks.size(), 2U);
  EXPECT_EQ(map.ranks[0].rank, 8);
  EXPECT_EQ(map.ranks[1].rank, 9);
  EXPECT_EQ(map.left_out, 18U);
}

TEST(SlowRanks, impossible_ranks_are_ignored) {
  record::Run run;
  run.cases = {slowest("Bcast", {-3, 0}, 1, 0.5), slowest("Bcast", {0, 1}, 7, 0.5),
               slowest("Bcast", {}, 2147483647, 0.5)};
  EXPECT_TRUE(slow_ranks(run).ranks.empty());
}

// A tally of all ranks for each of 40 benchmarks would take a gigabyte and more.
TEST(SlowRanks, far_apart_ranks_take_no_memory_between_them) {
  record::Run run;
  for (int i = 0; i < 50; ++i)
    run.cases.push_back(slowest("B" + std::to_string(i), {0, 200'000'000 + i}, 1, 0.5));
  rusage before{}, after{};
  ASSERT_EQ(::getrusage(RUSAGE_SELF, &before), 0);
  const SlowRankMap map = slow_ranks(run);
  ASSERT_EQ(::getrusage(RUSAGE_SELF, &after), 0);
  EXPECT_EQ(map.ranks.size(), 51U);
  EXPECT_EQ(map.benchmarks.size(), 40U);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 64 << 10);  // kibibytes
}

TEST(SlowRanks, unknown_migrations_are_not_counted) {
  record::Run run;
  run.cases = {slowest("Bcast", {0, 1}, 1, 0.8), slowest("Bcast", {0, 1}, 1, 0.8)};
  run.cases[0].witnesses = {{1, 7, -1, {}, 0.5}};
  run.cases[1].witnesses = {{1, 7, 3, {}, 0.5}};
  EXPECT_EQ(slow_ranks(run).ranks.at(1).migrations, 3);
}

}  // namespace
}  // namespace sonde::analysis
