// Each rule of the tables, by a row that breaks it and nothing else.
#include "catalog/well_formed.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <vector>

namespace sonde {
namespace {

void unmeasured(const Case&, const Loop&, LoopSample&) {}

constexpr Benchmark good{.name = "PingPong",
                         .summary = "there and back",
                         .klass = TransferClass::single_transfer,
                         .needs = {.processes = {2, 2, Roles::halves}},
                         .expect = ExpectedContent::from_peer,
                         .metric = {.messages = 1},
                         .modes = {{{"", Counting::per_sample, unmeasured}}}};
static_assert(well_formed<first_fault(Catalog(&good, 1))>);

Rule broken_by_change(const std::function<void(Benchmark&)>& change) {
  Benchmark row = good;
  change(row);
  return broken_by(row);
}

TEST(WellFormed, NamesTheRuleThatARowBreaks) {
  using enum Rule;
  EXPECT_EQ(broken_by(good), none);
  EXPECT_EQ(broken_by_change([](auto& row) { row.name = ""; }), a_row_has_a_name_and_a_summary);
  EXPECT_EQ(broken_by_change([](auto& row) { row.summary = ""; }), a_row_has_a_name_and_a_summary);
  EXPECT_EQ(broken_by_change([](auto& row) { row.modes = {}; }), a_row_has_a_mode_to_measure);
  EXPECT_EQ(broken_by_change([](auto& row) { row.needs.processes.least = 3; }),
            enough_processes_for_the_least);
  EXPECT_EQ(broken_by_change([](auto& row) { row.needs.processes.exactly = 0; }),
            single_transfers_have_a_number_of_processes);
  EXPECT_EQ(broken_by_change([](auto& row) { row.needs.processes.least = 1; }), halves_need_two_processes);
  EXPECT_EQ(broken_by_change([](auto& row) { row.message = no_message; }), a_rate_needs_a_length);
}

TEST(WellFormed, ChecksNeedWhatTheyLookAt) {
  using enum Rule;
  EXPECT_EQ(broken_by_change([](auto& row) {
              row.message = no_message;
              row.metric = {};
            }),
            checked_contents_need_a_length);
  EXPECT_EQ(broken_by_change([](auto& row) { row.expect = ExpectedContent::file_read; }),
            windows_and_files_are_what_is_checked);
  EXPECT_EQ(broken_by_change([](auto& row) { row.expect = ExpectedContent::put_by_peer; }),
            windows_and_files_are_what_is_checked);
}

TEST(WellFormed, OnlyFilesHavePointersOwnersAndOverlapWithARate) {
  using enum Rule;
  EXPECT_EQ(broken_by_change([](auto& row) { row.needs.file.writes = true; }),
            only_files_have_pointers_and_owners);
  EXPECT_EQ(broken_by_change([](auto& row) { row.needs.file.owner = FileOwner::rank; }),
            only_files_have_pointers_and_owners);
  EXPECT_EQ(broken_by_change([](auto& row) { row.overlapped = true; }),
            transfers_beside_computation_have_no_rate_but_of_files);
}

TEST(WellFormed, LaterRowsCountMessagesAndAreOptional) {
  using enum Rule;
  const auto uncounted = [](auto& row) {
    row.metric.messages = 0;
    row.klass = TransferClass::message_rate;
  };
  EXPECT_EQ(broken_by_change(uncounted), message_rates_count_messages);
  EXPECT_EQ(broken_by_change([](auto& row) { row.metric = {.message_rate = true}; }),
            message_rates_count_messages);
  EXPECT_EQ(broken_by_change([](auto& row) { row.since_2021 = true; }), only_optional_rows_came_later);
}

TEST(WellFormed, FlowsAreCountedAndChecked) {
  const auto contend = [](auto& row) {
    row.flows = Flows::ring;
    row.expect = ExpectedContent::from_flow;
    row.metric.counted = Counted::flows;
  };
  EXPECT_EQ(broken_by_change(contend), Rule::none);
  for (const auto& change : std::vector<std::function<void(Benchmark&)>>{
           [](auto& row) { row.flows = Flows::none; },
           [](auto& row) { row.expect = ExpectedContent::from_peer; },
           [](auto& row) { row.metric.counted = Counted::ranks; }})
    EXPECT_EQ(broken_by_change([&](auto& row) {
                contend(row);
                change(row);
              }),
              Rule::flows_are_counted_and_checked);
}

TEST(WellFormed, FindsTheRowAndNamesThatAreThereTwice) {
  std::array<Benchmark, 3> rows{good, good, good};
  rows[1].name = "PingPing";
  EXPECT_EQ(first_fault(rows), (Fault{Rule::names_are_unique, 2}));
  rows[2].name = "Sendrecv";
  EXPECT_EQ(first_fault(rows), Fault{});
  rows[1].summary = "";
  EXPECT_EQ(first_fault(rows), (Fault{Rule::a_row_has_a_name_and_a_summary, 1}));
  rows[0].summary = "";
  EXPECT_EQ(first_fault(rows), (Fault{Rule::a_row_has_a_name_and_a_summary, 0}));
}

TEST(Roles, HalveAGroupAndLeaveTheLastOfAnOddNumberIdle) {
  using enum Role;
  EXPECT_EQ(role_of(Roles::alike, 3, 4), all);
  EXPECT_EQ(role_of(Roles::halves, 0, 2), first_half);
  EXPECT_EQ(role_of(Roles::halves, 1, 2), second_half);
  EXPECT_EQ(role_of(Roles::halves, 1, 5), first_half);
  EXPECT_EQ(role_of(Roles::halves, 2, 5), second_half);
  EXPECT_EQ(role_of(Roles::halves, 4, 5), idle);
}

TEST(Roles, OneWithAllOthersLeavesNobodyIdle) {
  EXPECT_EQ(role_of(Roles::first_and_others, 0, 3), Role::first_half);
  EXPECT_EQ(role_of(Roles::first_and_others, 2, 3), Role::second_half);
  EXPECT_EQ(working_ranks(Roles::first_and_others, 3), 3);
}

TEST(Roles, OneAloneLeavesEveryOtherIdle) {
  EXPECT_EQ(role_of(Roles::first, 0, 5), Role::first_half);
  EXPECT_EQ(role_of(Roles::first, 1, 5), Role::idle);
  for (const int processes : {1, 2, 5}) EXPECT_EQ(working_ranks(Roles::first, processes), 1) << processes;
}

TEST(Roles, OfPairsLeaveWhoHasNoPartnerAndTargetsIdle) {
  using enum Role;
  for (const int rank : {0, 1, 2, 3}) EXPECT_EQ(role_of(Roles::pairs, rank, 5), all) << rank;
  EXPECT_EQ(role_of(Roles::pairs, 4, 5), idle);
  EXPECT_EQ(role_of(Roles::first_of_pairs, 1, 5), first_half);
  for (const int rank : {2, 3, 4}) EXPECT_EQ(role_of(Roles::first_of_pairs, rank, 5), idle) << rank;
  EXPECT_EQ(role_of(Roles::first_of_pairs, 1, 4, 1), idle) << "the other one of the pair of a stride";
  EXPECT_EQ(role_of(Roles::first_of_pairs, 2, 4, 1), first_half);
  EXPECT_EQ(working_ranks(Roles::pairs, 5), 4);
  EXPECT_EQ(working_ranks(Roles::first_of_pairs, 5), 2);
}

/// The partner of each rank, -1 where it has none.
std::vector<int> partners(int ranks, int distance) {
  std::vector<int> out;
  for (int rank = 0; rank < ranks; ++rank) out.push_back(partner_of(rank, ranks, distance));
  return out;
}

TEST(Partners, AreHalfOfTheRanksOrAStrideApart) {
  using testing::ElementsAre;
  EXPECT_THAT(partners(4, 0), ElementsAre(2, 3, 0, 1));
  EXPECT_THAT(partners(5, 0), ElementsAre(2, 3, 0, 1, -1));
  EXPECT_THAT(partners(5, 1), ElementsAre(1, 0, 3, 2, -1));
  EXPECT_THAT(partners(7, 2), ElementsAre(2, 3, 0, 1, -1, -1, -1));
  EXPECT_THAT(partners(1, 0), ElementsAre(-1));
  EXPECT_EQ(role_of(Roles::halves, 1, 4, 1), Role::second_half);
  EXPECT_EQ(working_ranks(Roles::halves, 7, 2), 4);
  EXPECT_EQ(working_ranks(Roles::alike, 7, 2), 7);
}

TEST(Library, OffersWhatItsVersionHas) {
  EXPECT_TRUE((Library{3, 1}.offers(Feature::none)));
  EXPECT_TRUE((Library{3, 1}.offers(Feature::unsimulated)));
  EXPECT_FALSE((Library{.simulated = true}.offers(Feature::unsimulated)));
  EXPECT_FALSE((Library{3, 1}.offers(Feature::sessions)));
  EXPECT_FALSE((Library{3, 1}.offers(Feature::persistent_collectives)));
  for (const auto feature : {Feature::persistent_collectives, Feature::partitioned, Feature::sessions})
    EXPECT_TRUE((Library{4, 0}.offers(feature)));
}

TEST(Library, OffersSomeThingsWhateverItsVersion) {
  EXPECT_TRUE(
      (Library{.version = 3, .persistent_collectives = true}.offers(Feature::persistent_collectives)));
  EXPECT_FALSE((Library{.version = 3, .persistent_collectives = true}.offers(Feature::partitioned)));
  EXPECT_FALSE((Library{4, 1}.offers(Feature::threads)));
  EXPECT_TRUE((Library{.version = 3, .threads = true}.offers(Feature::threads)));
}

TEST(RanksWait, for_each_other_but_with_files_and_without_data) {
  Benchmark row;
  row.message.send = Extent::message;
  row.klass = TransferClass::collective;
  EXPECT_TRUE(ranks_wait(row, 8));
  EXPECT_FALSE(ranks_wait(row, 0));
  row.message = {.send = Extent::none, .receive = Extent::none};
  EXPECT_FALSE(ranks_wait(row, 0)) << "neither data nor a barrier";
  row.expect = ExpectedContent::entered_by_all;
  EXPECT_TRUE(ranks_wait(row, 0)) << "a barrier";
  row.klass = TransferClass::parallel_transfer;
  EXPECT_TRUE(ranks_wait(row, 0));
  row.needs.resource = Resource::file;
  EXPECT_FALSE(ranks_wait(row, 8));
  row.needs.resource = Resource::none;
  for (const auto expect :
       {ExpectedContent::reduced_locally, ExpectedContent::summed_up_to, ExpectedContent::summed_before}) {
    row.expect = expect;
    EXPECT_FALSE(ranks_wait(row, 8));
  }
}

}  // namespace
}  // namespace sonde
