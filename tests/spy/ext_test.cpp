// Every benchmark of IMB-EXT: its calls, their order, targets and places, and where the clock is read
// (guide 4.2.2.2, 4.2.3, figures 5 to 11).
#include <gmock/gmock.h>

#include <algorithm>
#include <string_view>

#include "patterns/catalog.hpp"
#include "spy/golden_calls.hpp"
#include "spy/window_stand_ins.hpp"

namespace {

using spy::Calls;
using testing::ElementsAre;

constexpr std::size_t aggregate = 0, each = 1;

const sonde::Benchmark& row_of(std::string_view name) {
  const auto rows = sonde::patterns::ext_catalog();
  return *std::ranges::find(rows, name, &sonde::Benchmark::name);
}

spy::Prepared make_case(int rank, int size, int repetitions) {
  auto c = spy::make_case(rank, size, repetitions);
  c.type = MPI_FLOAT;
  c.count = 2;
  return c;
}

Calls run(std::string_view name, std::size_t mode, int rank, int repetitions = 2, int size = 2) {
  auto c = make_case(rank, size, repetitions);
  c.loop.role = sonde::role_of(row_of(name).needs.processes.roles, rank, size);
  return spy::calls_of(row_of(name).modes[mode].measure, c);
}

TEST(UnidirPut, aggregate_puts_to_disjoint_sections_and_fences_once) {
  EXPECT_THAT(run("Unidir_Put", aggregate, 0, 3),
              ElementsAre("line up", "clock", "put out+0 8 byte to 1 at 0 8 byte",
                          "put out+64 8 byte to 1 at 64 8 byte", "put out+128 8 byte to 1 at 128 8 byte",
                          "fence", "clock"));
}

TEST(UnidirPut, aggregate_passive_side_only_fences) {
  EXPECT_THAT(run("Unidir_Put", aggregate, 1, 3), ElementsAre("line up", "clock", "fence", "clock"));
}

TEST(UnidirPut, non_aggregate_fences_after_each) {
  EXPECT_THAT(run("Unidir_Put", each, 0),
              ElementsAre("line up", "clock", "put out+0 8 byte to 1 at 0 8 byte", "fence", "clock",
                          "put out+64 8 byte to 1 at 64 8 byte", "fence", "clock"));
  EXPECT_THAT(run("Unidir_Put", each, 1),
              ElementsAre("line up", "clock", "fence", "clock", "fence", "clock"));
}

TEST(UnidirGet, only_the_first_rank_gets) {
  EXPECT_THAT(run("Unidir_Get", aggregate, 0),
              ElementsAre("line up", "clock", "get in+0 8 byte from 1 at 0 8 byte",
                          "get in+64 8 byte from 1 at 64 8 byte", "fence", "clock"));
  EXPECT_THAT(run("Unidir_Get", aggregate, 1), ElementsAre("line up", "clock", "fence", "clock"));
  EXPECT_THAT(run("Unidir_Get", each, 0, 1),
              ElementsAre("line up", "clock", "get in+0 8 byte from 1 at 0 8 byte", "fence", "clock"));
  EXPECT_THAT(run("Unidir_Get", each, 1, 1), ElementsAre("line up", "clock", "fence", "clock"));
}

TEST(Bidirectional, both_ranks_issue_to_each_other) {
  for (int rank : {0, 1}) {
    const auto put = fmt::format("put out+0 8 byte to {} at 0 8 byte", 1 - rank);
    const auto get = fmt::format("get in+0 8 byte from {} at 0 8 byte", 1 - rank);
    for (auto mode : {aggregate, each}) {
      EXPECT_THAT(run("Bidir_Put", mode, rank, 1), ElementsAre("line up", "clock", put, "fence", "clock"));
      EXPECT_THAT(run("Bidir_Get", mode, rank, 1), ElementsAre("line up", "clock", get, "fence", "clock"));
    }
  }
}

TEST(Accumulate, every_rank_adds_floats_to_the_window_of_rank_0) {
  for (int rank : {0, 1, 2}) {
    EXPECT_THAT(run("Accumulate", aggregate, rank, 2, 3),
                ElementsAre("line up", "clock", "accumulate out+0 2 float to 0 at 0 2 float sum",
                            "accumulate out+64 2 float to 0 at 64 2 float sum", "fence", "clock"));
    EXPECT_THAT(run("Accumulate", each, rank, 2, 3),
                ElementsAre("line up", "clock", "accumulate out+0 2 float to 0 at 0 2 float sum", "fence",
                            "clock", "accumulate out+64 2 float to 0 at 64 2 float sum", "fence", "clock"));
  }
}

TEST(Window, is_created_used_and_freed_in_every_repetition) {
  EXPECT_THAT(run("Window", 0, 1, 1),
              ElementsAre("line up", "clock", "create in+0 8 unit 1", "errors return", "fence",
                          "put out+0 4 byte to 1 at 0 4 byte", "fence", "free", "clock"));
}

TEST(Window, an_empty_one_is_not_written_to) {
  auto c = make_case(0, 2, 1);
  c.bytes = 0;
  EXPECT_EQ(spy::calls_of(row_of("Window").modes[0].measure, c)[5], "put out+0 0 byte to 0 at 0 0 byte");
}

TEST(Aggregate, reads_the_clock_twice_whatever_the_batches) {
  auto c = make_case(1, 2, 1);
  c.loop.batches = {3, 2, 4};
  const auto calls = spy::calls_of(row_of("Bidir_Put").modes[aggregate].measure, c);
  EXPECT_EQ(std::ranges::count(calls, "clock"), 2);
  EXPECT_EQ(calls.size(), 1U + 2U + 8U + 1U);
}

TEST(NonAggregate, is_timed_call_by_call_under_sync) {
  auto c = make_case(1, 2, 1);
  c.loop.role = sonde::Role::second_half;
  c.loop.clocking = sonde::engine::Clocking::each_call;
  EXPECT_THAT(spy::calls_of(row_of("Unidir_Get").modes[each].measure, c),
              ElementsAre("line up", "clock", "fence", "clock", "between"));
}

TEST(Bytes, more_than_an_int_counts_are_sent_in_the_elements_of_the_case) {
  auto c = make_case(0, 2, 1);
  c.bytes = std::int64_t{1} << 32;
  c.count = 1 << 30;
  EXPECT_EQ(spy::calls_of(row_of("Bidir_Put").modes[aggregate].measure, c)[2],
            "put out+0 1073741824 float to 1 at 0 1073741824 float");
}

TEST(Rows, say_which_rank_issues) {
  EXPECT_EQ(row_of("Unidir_Get").needs.processes.roles, sonde::Roles::halves);
  EXPECT_EQ(row_of("Unidir_Put").needs.processes.roles, sonde::Roles::halves);
  EXPECT_EQ(row_of("Bidir_Get").needs.processes.roles, sonde::Roles::alike);
  EXPECT_EQ(row_of("Accumulate").needs.processes.roles, sonde::Roles::alike);
}

TEST(Catalog, stands_in_the_order_of_sample_4) {
  std::vector<std::string_view> names;
  for (const auto& row : sonde::patterns::ext_catalog()) names.push_back(row.name);
  EXPECT_THAT(names,
              ElementsAre("Window", "Unidir_Get", "Unidir_Put", "Bidir_Get", "Bidir_Put", "Accumulate"));
}

TEST(Golden, calls_of_every_row) {
  const auto prepare = [](const sonde::Benchmark&, int rank, int size, int repetitions) {
    return make_case(rank, size, repetitions);
  };
  sonde::test::expect_golden("calls-ext", spy::calls_of_rows(sonde::patterns::ext_catalog(), prepare));
}

}  // namespace
