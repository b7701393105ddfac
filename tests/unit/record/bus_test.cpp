// Rates of links from records, worked out by hand.
#include "record/bus.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "catalog/convention_words.hpp"

namespace sonde::record {
namespace {

/// Ranks on the hosts named, in this order.
Header placed(const std::vector<std::string>& hosts) {
  Header header;
  header.ranks = static_cast<int>(hosts.size());
  for (int rank = 0; const auto& host : hosts) header.places.push_back({rank++, host, {}, {}});
  header.megabyte = 1e6;
  return header;
}

void add_bus(const Header& header, CaseRecord& record, double peak) {
  BusRates(header, peak).add(record);
}

/// An Allreduce of 4 MB in 2 ms on all ranks.
CaseRecord allreduce(int processes) {
  CaseRecord record;
  record.id = {.benchmark = "Allreduce", .processes = processes, .bytes = 4'000'000};
  record.times = Times{1e-3, 2e-3, 1.5e-3};
  return record;
}

double value(const CaseRecord& record, std::string_view column) {
  const auto found = record.extra.find(std::string(column));
  return found == record.extra.end() ? -1 : found->second;
}

TEST(Bus, of_nodes_that_hold_different_numbers_of_ranks_has_no_share_of_a_link) {
  auto record = allreduce(3);
  record.id.benchmark = "Allgather";
  add_bus(placed({"a", "a", "b"}), record, 4e9);
  EXPECT_GT(value(record, bus_column), 0);
  EXPECT_EQ(value(record, net_column), -1);
  EXPECT_EQ(value(record, peak_column), -1);
  add_bus(placed({"a", "a", "a"}), record, 4e9);
  EXPECT_GT(value(record, peak_column), 0) << "on one node it is that of the bus";
}

TEST(Bus, is_what_must_move_over_the_largest_time) {
  auto record = allreduce(4);
  add_bus(placed({"a", "a", "b", "b"}), record, 4e9);
  EXPECT_DOUBLE_EQ(value(record, bus_column), 3000);  // 2 (3/4) 4 MB / 2 ms
  EXPECT_DOUBLE_EQ(value(record, net_column), 2000);  // 2 (1/2) 4 MB / 2 ms
  EXPECT_DOUBLE_EQ(value(record, peak_column), 50);
}

TEST(Bus, on_one_node_compares_the_rate_of_a_rank_with_the_peak) {
  auto record = allreduce(4);
  add_bus(placed({"a", "a", "a", "a"}), record, 4e9);
  EXPECT_DOUBLE_EQ(value(record, peak_column), 75);
  EXPECT_EQ(value(record, net_column), -1);
}

TEST(Bus, without_a_peak_has_no_share_of_it) {
  auto record = allreduce(2);
  add_bus(placed({"a", "b"}), record, 0);
  EXPECT_EQ(record.extra.size(), 2U);
}

TEST(Bus, takes_the_ranks_of_the_group) {
  auto record = allreduce(2);
  record.ranks = {1, 2};
  add_bus(placed({"a", "a", "b", "b"}), record, 0);
  EXPECT_DOUBLE_EQ(value(record, net_column), 2000);
  record = allreduce(3);
  record.ranks = {0, 1, 2};  // two on a, one on b
  add_bus(placed({"a", "a", "b", "b"}), record, 0);
  EXPECT_EQ(value(record, net_column), -1);
  EXPECT_GT(value(record, bus_column), 0);
}

TEST(Bus, does_not_know_nodes_that_are_not_told) {
  for (const auto& hosts : {std::vector<std::string>{}, {"a"}, {"a", ""}, {"a", "b", "c"}}) {
    auto record = allreduce(2);
    add_bus(placed(hosts), record, 0);
    EXPECT_EQ(value(record, net_column), -1);
    EXPECT_DOUBLE_EQ(value(record, bus_column), 2000);
  }
  auto groups = allreduce(2);  // that share the links of the nodes
  groups.id.groups = 2;
  groups.ranks = {0, 1};
  add_bus(placed({"a", "b", "a", "b"}), groups, 0);
  EXPECT_EQ(value(groups, net_column), -1);
}

TEST(Bus, leaves_computation_out) {
  auto record = allreduce(2);
  record.id.benchmark = "Iallreduce";
  record.overlap = OverlapTimes{.overlapped = 5e-3, .pure = 4e-3, .cpu = 4e-3};
  add_bus(placed({"a", "b"}), record, 0);
  EXPECT_DOUBLE_EQ(value(record, bus_column), 1000);
}

TEST(Bus, follows_the_meaning_of_X) {
  auto record = allreduce(2);
  record.id.benchmark = "Reduce_scatter";
  auto header = placed({"a", "b"});
  add_bus(header, record, 0);
  EXPECT_TRUE(record.extra.empty());  // nothing says what X is
  header.conventions_in_force = {{std::string(share_convention), std::string(x_for_all)}};
  add_bus(header, record, 0);
  EXPECT_DOUBLE_EQ(value(record, bus_column), 1000);
  header.conventions_in_force = {{std::string(share_convention), std::string(x_for_each)}};
  add_bus(header, record, 0);
  EXPECT_DOUBLE_EQ(value(record, bus_column), 2000);
}

TEST(Bus, is_not_said_of_cases_without_a_result) {
  auto skipped = allreduce(2);
  skipped.status = Status::skipped;
  auto no_time = allreduce(2);
  no_time.times.reset();
  auto none = allreduce(2);
  none.times = Times{};
  auto threads = allreduce(2);
  threads.id.threads = 2;
  auto barrier = allreduce(2);
  barrier.id.benchmark = "Barrier";
  for (auto* record : {&skipped, &no_time, &none, &threads, &barrier}) {
    add_bus(placed({"a", "b"}), *record, 1e9);
    EXPECT_TRUE(record->extra.empty());
  }
}

}  // namespace
}  // namespace sonde::record
