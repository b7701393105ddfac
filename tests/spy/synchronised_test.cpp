// The one-sided rows of sonde-mpi under every synchronisation: what an origin calls within the clock, and
// what its target calls without one.
#include <gmock/gmock.h>

#include <string_view>
#include <utility>
#include <vector>

#include "catalog/find_benchmark.hpp"
#include "patterns/catalog.hpp"
#include "spy/cluster_stand_ins.hpp"

namespace {

using sonde::RmaSync;
using spy::Calls;
using testing::ElementsAre;
using testing::ElementsAreArray;

struct Work {
  RmaSync sync;
  int rank = 0, size = 2, repetitions = 1, in_flight = 1;
};

/// All that a rank calls. Its partner's window begins at 1000, with sections of 128 bytes.
Calls all_calls(std::string_view name, const Work& work) {
  const auto& row = *sonde::find_benchmark(sonde::patterns::sonde_catalog(), name);
  auto c = spy::make_case(work.rank, work.size, work.repetitions);
  c.type = MPI_BYTE;
  c.window_base = 1000;
  c.sections = {spy::window.data(), spy::window.data() + spy::window.size(), 128, spy::window.data()};
  c.sync = work.sync;
  c.partner_group = spy::partner_group;
  c.in_flight = work.in_flight;
  c.loop.role = sonde::role_of(row.needs.processes.roles, work.rank, work.size);
  spy::open_requests = 0;
  Calls calls = spy::calls_of(row.modes[0].measure, c);
  EXPECT_EQ(spy::open_requests, 0) << name << ": waits for every request that it starts";
  return calls;
}

/// Those of one repetition between two readings of the clock.
Calls inside(std::string_view name, const Work& work) {
  Calls calls = all_calls(name, work);
  EXPECT_EQ(calls.front(), "line up");
  EXPECT_EQ(calls[1], "clock");
  EXPECT_EQ(calls.back(), "clock");
  return {calls.begin() + 2, calls.end() - 1};
}

/// What stands before and after the transfers of an origin.
struct PatternScope {
  RmaSync sync;
  Calls before, after;
};

const std::vector<PatternScope> without_request{
    {RmaSync::fence, {}, {"fence"}},
    {RmaSync::pscw, {"start"}, {"complete"}},
    {RmaSync::lock, {"lock 1 shared"}, {"unlock 1"}},
    {RmaSync::lock_all, {"lock all"}, {"unlock all"}},
    {RmaSync::flush, {}, {"flush 1"}},
    {RmaSync::flush_local, {}, {"flush local 1"}},
    {RmaSync::flush_all, {}, {"flush all"}},
};

Calls with(const PatternScope& around, const Calls& transfers) {
  Calls all = around.before;
  all.insert(all.end(), transfers.begin(), transfers.end());
  all.insert(all.end(), around.after.begin(), around.after.end());
  return all;
}

TEST(Origins, make_the_calls_of_each_synchronisation_within_the_clock) {
  const std::vector<std::pair<std::string_view, std::string>> transfers{
      {"Rma_put", "put out+0 8 byte to 1 at 1000 8 byte"},
      {"Rma_get", "get in+0 8 byte from 1 at 1000 8 byte"},
      {"Rma_accumulate", "accumulate out+0 8 byte to 1 at 1000 8 byte sum"},
      {"Rma_get_accumulate", "get_accumulate out+0 8 into in+0 at 1000 of 1"},
      {"Rma_fetch_and_op", "fetch_and_op out+0 into in+0 at 1000 of 1"},
      {"Rma_compare_and_swap", "swap out+8 for out+0 into in+0 at 1000 of 1"}};
  for (const auto& [name, transfer] : transfers)
    for (const auto& around : without_request)
      EXPECT_THAT(inside(name, {around.sync}), ElementsAreArray(with(around, {transfer}))) << name;
}

TEST(Origins, wait_for_a_request_of_the_call_that_has_one) {
  const Work work{RmaSync::request};
  EXPECT_THAT(inside("Rma_put", work), ElementsAre("rput out+0 8 byte to 1 at 1000", "wait"));
  EXPECT_THAT(inside("Rma_get", work), ElementsAre("rget in+0 8 byte from 1 at 1000", "wait"));
  EXPECT_THAT(inside("Rma_accumulate", work),
              ElementsAre("raccumulate out+0 8 byte to 1 at 1000 sum", "wait"));
  EXPECT_THAT(inside("Rma_get_accumulate", work),
              ElementsAre("rget_accumulate out+0 8 into in+0 at 1000 of 1", "wait"));
}

TEST(Origins, have_a_section_for_each_repetition_but_one_element_for_all) {
  EXPECT_THAT(all_calls("Rma_put", {.sync = RmaSync::flush, .repetitions = 2}),
              ElementsAre("line up", "clock", "put out+0 8 byte to 1 at 1000 8 byte", "flush 1", "clock",
                          "put out+64 8 byte to 1 at 1128 8 byte", "flush 1", "clock"));
  EXPECT_THAT(all_calls("Rma_compare_and_swap", {.sync = RmaSync::flush, .repetitions = 2}),
              ElementsAre("line up", "clock", "swap out+8 for out+0 into in+0 at 1000 of 1", "flush 1",
                          "clock", "swap out+72 for out+64 into in+64 at 1000 of 1", "flush 1", "clock"));
}

TEST(Windows, of_transfers_have_one_synchronisation) {
  const Calls puts{"put out+0 8 byte to 1 at 1000 8 byte", "put out+8 8 byte to 1 at 1008 8 byte",
                   "put out+16 8 byte to 1 at 1016 8 byte"};
  const Calls gets{"get in+0 8 byte from 1 at 1000 8 byte", "get in+8 8 byte from 1 at 1008 8 byte",
                   "get in+16 8 byte from 1 at 1016 8 byte"};
  for (const auto& around : without_request) {
    const Work work{.sync = around.sync, .in_flight = 3};
    EXPECT_THAT(inside("Rma_put_rate", work), ElementsAreArray(with(around, puts)));
    EXPECT_THAT(inside("Rma_get_rate", work), ElementsAreArray(with(around, gets)));
  }
  EXPECT_THAT(inside("Rma_put_rate", {.sync = RmaSync::request, .in_flight = 3}),
              ElementsAre("rput out+0 8 byte to 1 at 1000", "rput out+8 8 byte to 1 at 1008",
                          "rput out+16 8 byte to 1 at 1016", "waitall 3"));
}

TEST(Windows, go_to_the_other_half) {
  EXPECT_THAT(inside("Rma_put_rate", {.sync = RmaSync::flush, .rank = 1, .size = 5}),
              ElementsAre("put out+0 8 byte to 3 at 1000 8 byte", "flush 3"));
}

TEST(Windows, of_both_ways_are_posted_before_they_are_started) {
  for (const int rank : {0, 1}) {
    const auto put = fmt::format("put out+0 8 byte to {} at 1000 8 byte", 1 - rank);
    EXPECT_THAT(inside("Rma_put_birate", {RmaSync::pscw, rank}),
                ElementsAre("post", "start", put, "complete", "wait for origins"));
    EXPECT_THAT(inside("Rma_put_birate", {RmaSync::fence, rank}), ElementsAre(put, "fence"));
    EXPECT_THAT(
        inside("Rma_put_birate", {RmaSync::lock, rank}),
        ElementsAre(fmt::format("lock {} shared", 1 - rank), put, fmt::format("unlock {}", 1 - rank)));
  }
}

TEST(Targets, call_only_what_the_synchronisation_needs_of_them_and_read_no_clock) {
  for (const std::string_view name : {"Rma_put", "Rma_get", "Rma_fetch_and_op", "Rma_get_rate"}) {
    EXPECT_THAT(all_calls(name, {RmaSync::fence, 1, 2, 2}), ElementsAre("line up", "fence", "fence")) << name;
    EXPECT_THAT(all_calls(name, {RmaSync::pscw, 1, 2, 2}),
                ElementsAre("line up", "post", "wait for origins", "post", "wait for origins"))
        << name;
    for (const auto sync : {RmaSync::lock, RmaSync::lock_all, RmaSync::flush, RmaSync::flush_local,
                            RmaSync::flush_all, RmaSync::request}) {
      if (sync == RmaSync::request && name == "Rma_fetch_and_op") continue;
      EXPECT_THAT(all_calls(name, {sync, 1, 2, 2}), ElementsAre("line up")) << name;
    }
  }
}

TEST(Targets, without_a_partner_fence_with_the_others) {
  for (const std::string_view name : {"Rma_put_rate", "Rma_put_birate"}) {
    EXPECT_THAT(all_calls(name, {RmaSync::fence, 2, 3, 2}), ElementsAre("line up", "fence", "fence")) << name;
    EXPECT_THAT(all_calls(name, {RmaSync::pscw, 2, 3, 2}), ElementsAre("line up")) << name;
    EXPECT_THAT(all_calls(name, {RmaSync::flush, 2, 3, 2}), ElementsAre("line up")) << name;
  }
}

}  // namespace
