// Every benchmark of IMB-RMA: its calls, targets and sections, what completes them, and where the clock is
// read: locks never stand inside it.
#include <gmock/gmock.h>

#include <algorithm>
#include <string_view>

#include "patterns/catalog.hpp"
#include "spy/golden_calls.hpp"
#include "spy/passive_stand_ins.hpp"

namespace {

using spy::Calls;
using testing::ElementsAre;

constexpr std::size_t each = 0, aggregate = 1;

const sonde::Benchmark& row_of(std::string_view name) {
  const auto rows = sonde::patterns::rma_catalog();
  const auto row = std::ranges::find(rows, name, &sonde::Benchmark::name);
  EXPECT_NE(row, rows.end()) << name;
  return *row;
}

double burn(std::int64_t units) {
  spy::note("burn {}", units);
  return 0;
}

spy::Prepared prepared(int rank, int size, int repetitions) {
  auto c = spy::make_case(rank, size, repetitions);
  c.type = MPI_BYTE;
  c.second_out = c.second_in = 8;
  c.sections = {spy::window.data(), spy::window.data() + spy::window.size(), 128, spy::window.data()};
  c.loop.computation = {.burn = burn, .units = 10};
  return c;
}

Calls run(std::string_view name, std::size_t mode, int rank, int repetitions = 1, int size = 2) {
  auto c = prepared(rank, size, repetitions);
  c.loop.role = sonde::role_of(row_of(name).needs.processes.roles, rank, size);
  return spy::calls_of(row_of(name).modes[mode].measure, c);
}

/// The calls of one repetition between two readings of the clock.
Calls inside(std::string_view name, int rank, int size = 2) {
  Calls calls = run(name, each, rank, 1, size);
  EXPECT_EQ(calls.front(), "line up");
  EXPECT_EQ(calls[1], "clock");
  EXPECT_EQ(calls.back(), "clock");
  return {calls.begin() + 2, calls.end() - 1};
}

TEST(UnidirPut, is_flushed_after_each) {
  EXPECT_THAT(run("Unidir_put", each, 0, 2),
              ElementsAre("line up", "clock", "put out+0 8 byte to 1 at 0 8 byte", "flush 1", "clock",
                          "put out+64 8 byte to 1 at 128 8 byte", "flush 1", "clock"));
}

TEST(UnidirPut, aggregate_puts_to_disjoint_sections_and_flushes_once) {
  EXPECT_THAT(run("Unidir_put", aggregate, 0, 2),
              ElementsAre("line up", "clock", "put out+0 8 byte to 1 at 0 8 byte",
                          "put out+64 8 byte to 1 at 128 8 byte", "flush 1", "clock"));
}

TEST(PassiveTarget, lines_up_and_does_nothing) {
  for (const auto* name :
       {"Unidir_put", "Unidir_get", "Put_local", "Get_local", "Accumulate", "Get_accumulate", "Fetch_and_op",
        "Compare_and_swap", "One_put_all", "One_get_all", "Put_all_local"})
    for (auto mode : {each, aggregate}) EXPECT_THAT(run(name, mode, 1, 3), ElementsAre("line up")) << name;
}

TEST(Pairs, both_ranks_issue_to_each_other) {
  for (int rank : {0, 1}) {
    const auto flush = fmt::format("flush {}", 1 - rank);
    EXPECT_THAT(inside("Bidir_put", rank),
                ElementsAre(fmt::format("put out+0 8 byte to {} at 0 8 byte", 1 - rank), flush));
    EXPECT_THAT(inside("Bidir_get", rank),
                ElementsAre(fmt::format("get in+0 8 byte from {} at 0 8 byte", 1 - rank), flush));
  }
}

TEST(Pairs, local_completion_is_flush_local) {
  EXPECT_THAT(inside("Put_local", 0), ElementsAre("put out+0 8 byte to 1 at 0 8 byte", "flush local 1"));
  EXPECT_THAT(inside("Get_local", 0), ElementsAre("get in+0 8 byte from 1 at 0 8 byte", "flush local 1"));
}

TEST(All, the_first_rank_puts_to_the_same_section_of_all_others) {
  EXPECT_THAT(inside("One_put_all", 0, 3), ElementsAre("put out+0 8 byte to 1 at 0 8 byte",
                                                       "put out+0 8 byte to 2 at 0 8 byte", "flush all"));
  EXPECT_EQ(inside("Put_all_local", 0, 3).back(), "flush local all");
}

TEST(All, every_rank_has_a_section_of_its_own_and_begins_with_the_next_rank) {
  EXPECT_THAT(inside("All_put_all", 1, 3), ElementsAre("put out+0 8 byte to 2 at 8 8 byte",
                                                       "put out+0 8 byte to 0 at 8 8 byte", "flush all"));
}

TEST(All, what_is_got_goes_to_blocks_of_its_own) {
  EXPECT_THAT(inside("One_get_all", 0, 3), ElementsAre("get in+8 8 byte from 1 at 0 8 byte",
                                                       "get in+16 8 byte from 2 at 0 8 byte", "flush all"));
  EXPECT_THAT(inside("All_get_all", 2, 3), ElementsAre("get in+0 8 byte from 0 at 0 8 byte",
                                                       "get in+8 8 byte from 1 at 0 8 byte", "flush all"));
  EXPECT_EQ(inside("Get_all_local", 0, 3).back(), "flush local all");
}

TEST(Exchange, has_two_sections_and_flushes_each_neighbour) {
  EXPECT_THAT(inside("Exchange_put", 1, 3),
              ElementsAre("put out+0 8 byte to 0 at 0 8 byte", "put out+8 8 byte to 2 at 8 8 byte", "flush 0",
                          "flush 2"));
  EXPECT_THAT(inside("Exchange_get", 1, 3),
              ElementsAre("get in+0 8 byte from 2 at 0 8 byte", "get in+8 8 byte from 0 at 8 8 byte",
                          "flush 0", "flush 2"));
}

TEST(Exchange, one_neighbour_is_flushed_once) {
  EXPECT_THAT(inside("Exchange_put", 0), ElementsAre("put out+0 8 byte to 1 at 0 8 byte",
                                                     "put out+8 8 byte to 1 at 8 8 byte", "flush 1"));
}

TEST(Atomics, go_from_the_first_rank_to_its_peer) {
  EXPECT_THAT(inside("Accumulate", 0),
              ElementsAre("accumulate out+0 8 byte to 1 at 0 8 byte sum", "flush 1"));
  EXPECT_THAT(inside("Get_accumulate", 0),
              ElementsAre("get_accumulate out+0 8 into in+0 at 0 of 1", "flush 1"));
}

TEST(Atomics, single_elements_stay_where_they_are) {
  EXPECT_THAT(run("Fetch_and_op", aggregate, 0, 2),
              ElementsAre("line up", "clock", "fetch_and_op out+0 into in+0 at 0 of 1",
                          "fetch_and_op out+64 into in+64 at 0 of 1", "flush 1", "clock"));
  EXPECT_THAT(run("Compare_and_swap", aggregate, 0, 2),
              ElementsAre("line up", "clock", "swap out+8 for out+0 into in+0 at 0 of 1",
                          "swap out+72 for out+64 into in+64 at 0 of 1", "flush 1", "clock"));
}

TEST(TrulyPassivePut, times_put_and_flush_alone) {
  const Calls calls = run("Truly_passive_put", 0, 0, 1);
  const std::vector<std::string> one{
      "line up", "receive 0 from 1", "clock", "put out+0 8 byte to 1 at 0 8 byte", "flush 1",
      "clock",   "send 0 to 1"};
  EXPECT_TRUE(std::equal(one.begin(), one.end(), calls.begin()));
  EXPECT_NE(std::search(calls.begin() + 7, calls.end(), one.begin(), one.end()), calls.end());
}

TEST(TrulyPassivePut, its_target_computes_in_the_second_loop_only) {
  const Calls calls = run("Truly_passive_put", 0, 1, 1);
  const std::vector<std::string> waits{"line up", "send 0 to 0", "receive 0 from 0"};
  const std::vector<std::string> computes{"line up", "send 0 to 0", "burn 10", "receive 0 from 0"};
  EXPECT_TRUE(std::equal(waits.begin(), waits.end(), calls.begin()));
  EXPECT_NE(std::search(calls.begin(), calls.end(), computes.begin(), computes.end()), calls.end());
}

TEST(TrulyPassivePut, its_target_computes_even_the_smallest_unit) {
  auto c = prepared(1, 2, 1);
  c.loop.computation.units = 1;
  c.loop.role = sonde::Role::idle;
  const Calls calls = spy::calls_of(row_of("Truly_passive_put").modes[0].measure, c);
  const std::vector<std::string> computes{"send 0 to 0", "burn 1", "receive 0 from 0"};
  EXPECT_NE(std::search(calls.begin(), calls.end(), computes.begin(), computes.end()), calls.end());
}

TEST(Rows, never_lock_in_a_loop) {
  for (const auto& row : sonde::patterns::rma_catalog())
    for (int mode = 0; mode < row.mode_count(); ++mode)
      for (const auto& call : run(row.name, static_cast<std::size_t>(mode), 0, 2))
        EXPECT_EQ(call.find("lock") == std::string::npos || call == "clock", true)
            << row.name << ": " << call;
}

TEST(Rows, print_non_aggregate_first) {
  for (const auto& row : sonde::patterns::rma_catalog())
    EXPECT_EQ(row.modes[0].label, row.mode_count() == 2 ? "NON-AGGREGATE" : "") << row.name;
}

TEST(Catalog, has_19_rows_in_their_order) {
  std::vector<std::string_view> names;
  for (const auto& row : sonde::patterns::rma_catalog()) names.push_back(row.name);
  EXPECT_THAT(names, ElementsAre("Unidir_put", "Bidir_put", "Unidir_get", "Bidir_get", "Put_local",
                                 "Get_local", "Put_all_local", "Get_all_local", "One_put_all", "All_put_all",
                                 "One_get_all", "All_get_all", "Exchange_put", "Exchange_get", "Accumulate",
                                 "Get_accumulate", "Fetch_and_op", "Compare_and_swap", "Truly_passive_put"));
}

TEST(Golden, calls_of_every_row) {
  const auto prepare = [](const sonde::Benchmark&, int rank, int size, int repetitions) {
    return prepared(rank, size, repetitions);
  };
  sonde::test::expect_golden("calls-rma", spy::calls_of_rows(sonde::patterns::rma_catalog(), prepare));
}

}  // namespace
