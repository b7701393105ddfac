// How the ranks line up in teams: which communicators a section makes, seen from one rank.
#include "case_setup/team.hpp"

#include <gmock/gmock.h>

#include "spy/calls.hpp"

namespace {
int made = 0;
std::string color_name(int color) {
  return color == MPI_UNDEFINED ? "out" : std::to_string(color);
}
}  // namespace

extern "C" {
int MPI_Comm_split(MPI_Comm parent, int color, int key, MPI_Comm* out) {
  *out = color == MPI_UNDEFINED ? MPI_COMM_NULL : spy::handle<MPI_Comm>(1000 + 8 * ++made);
  return spy::note("split {} {} {}", parent == MPI_COMM_WORLD ? "world" : "part", color_name(color), key);
}
int MPI_Comm_set_errhandler(MPI_Comm, MPI_Errhandler) {
  return MPI_SUCCESS;
}
int MPI_Comm_free(MPI_Comm* comm) {
  *comm = MPI_COMM_NULL;
  return spy::note("free");
}
}

namespace sonde::case_setup {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Benchmark messages{.name = "Messages", .summary = "one call"};
constexpr Benchmark windows{.name = "Windows", .summary = "one call", .suite = Suite::ext};

spy::Calls calls_since() {
  return std::exchange(spy::calls, {});
}

Teams teams(int rank, int ranks, std::optional<Grid> map = {}) {
  calls_since();
  return {{MPI_COMM_WORLD, rank, ranks}, {ranks, rank_order(ranks, map), {}}};
}

TEST(Team, of_some_ranks_leaves_the_others_waiting) {
  Teams four = teams(3, 4);
  const Team& team = four.of(equal_lanes(messages, 0, 2, 1));
  EXPECT_FALSE(team.works());
  EXPECT_FALSE(team.leads());
  EXPECT_THAT(calls_since(), ElementsAre("split world out 3"));
}

TEST(Team, of_groups_has_a_communicator_for_each_and_one_of_leaders) {
  Teams member = teams(3, 5);
  const Team& last = member.of(equal_lanes(messages, 0, 2, 2));
  EXPECT_EQ(last.group_index, 1);
  EXPECT_EQ(last.group_rank, 1);
  EXPECT_EQ(last.processes, 2);
  EXPECT_EQ(last.groups, 2);
  EXPECT_FALSE(last.leads());
  EXPECT_THAT(calls_since(), ElementsAre("split world 0 3", "split part 1 1", "split part out 1"));
  Teams leader = teams(2, 5);
  EXPECT_TRUE(leader.of(equal_lanes(messages, 0, 2, 2)).leads());
  EXPECT_THAT(calls_since(), ElementsAre("split world 0 2", "split part 1 0", "split part 0 1"));
}

TEST(Team, of_a_section_with_an_order_of_its_own_follows_that) {
  Teams three = teams(2, 3);
  TableRun section = equal_lanes(messages, 0, 2, 1);
  section.order = {0, 2, 1};
  const Team& team = three.of(section);
  EXPECT_EQ(team.group_rank, 1);
  EXPECT_THAT(calls_since(), ElementsAre("split world 0 1", "split part 0 1", "split part out 0"));
  EXPECT_FALSE(three.of(equal_lanes(messages, 0, 2, 1)).works())
      << "another team where the order is that of the plan";
}

TEST(Team, of_few_ranks_leaves_those_out_that_the_order_of_the_section_lacks) {
  TableRun section = equal_lanes(messages, 0, 2, 1);
  section.order = {0, 2};
  Teams three = teams(1, 3);
  EXPECT_FALSE(three.of(section).works());
  EXPECT_THAT(calls_since(), ElementsAre("split world out 2"));
}

TEST(Team, of_an_order_of_its_own_gives_way_to_the_next) {
  Teams three = teams(0, 3);
  TableRun section = equal_lanes(messages, 0, 2, 1);
  static_cast<void>(three.of(section));
  section.order = {0, 2};
  static_cast<void>(three.of(section));
  calls_since();
  section.order = {0, 1};
  static_cast<void>(three.of(section));
  EXPECT_THAT(calls_since(),
              ElementsAre("free", "free", "free", "split world 0 0", "split part 0 0", "split part 0 0"));
  section.order.clear();
  static_cast<void>(three.of(section));
  EXPECT_THAT(calls_since(), IsEmpty());
}

TEST(Team, follows_the_order_of_the_map) {
  Teams mapped = teams(1, 6, Grid{3, 2});  // 0 3 1 4 2 5
  const Team& team = mapped.of(equal_lanes(messages, 0, 2, 3));
  EXPECT_EQ(team.group_index, 1);
  EXPECT_EQ(team.group_rank, 0);
}

TEST(Team, is_made_once_for_lanes_in_the_same_places) {
  Teams four = teams(0, 4);
  const Team& first = four.of(equal_lanes(messages, 0, 4, 1));
  calls_since();
  constexpr Benchmark other{.name = "Other", .summary = "one call"};
  EXPECT_EQ(&four.of(equal_lanes(other, 0, 4, 1)), &first);
  EXPECT_THAT(calls_since(), IsEmpty());
  EXPECT_NE(&four.of(equal_lanes(messages, 0, 2, 2)), &first);
}

constexpr std::size_t a_group = 8;

/// Three groups of two ranks each, with windows.
std::size_t held(int rank, const std::vector<int>& nodes,
                 const TableRun& section = equal_lanes(windows, 0, 2, 3)) {
  calls_since();
  const int ranks = static_cast<int>(nodes.size());
  Teams all{{MPI_COMM_WORLD, rank, ranks}, {ranks, rank_order(ranks, {}), {}}, 0, nodes};
  return all.of(section).held.size();
}

TEST(Team, with_windows_holds_another_number_of_contexts_than_the_groups_on_its_nodes) {
  const std::vector<int> one_node(6, 0);
  EXPECT_EQ(held(1, one_node), 0U);
  EXPECT_EQ(held(3, one_node), a_group);
  EXPECT_EQ(held(5, one_node), 2 * a_group);
  EXPECT_EQ(held(5, {0, 0, 1, 1, 2, 2}), 0U) << "groups on nodes of their own";
  EXPECT_EQ(held(3, {0, 0, 0, 1, 1, 1}), a_group);
  EXPECT_EQ(held(5, {0, 0, 0, 1, 1, 1}), 0U) << "as many as the first group, which is on another node";
  EXPECT_EQ(held(5, {0, 1, 1, 2, 0, 2}), 2 * a_group);
}

TEST(Team, holds_no_contexts_where_numbers_do_not_matter) {
  Teams others = teams(5, 6);
  EXPECT_THAT(others.of(equal_lanes(windows, 0, 2, 3)).held, IsEmpty()) << "another library";
  EXPECT_EQ(held(5, std::vector<int>(6, 0), equal_lanes(messages, 0, 2, 3)), 0U);
  EXPECT_EQ(held(5, std::vector<int>(6, 0), equal_lanes(windows, 0, 6, 1)), 0U);
}

TEST(Team, of_very_many_on_a_node_holds_no_more_than_those_of_63_groups) {
  EXPECT_EQ(held(199, std::vector<int>(200, 0), equal_lanes(windows, 0, 2, 100)), 63 * a_group);
}

TEST(Team, holds_contexts_while_it_is_in_use) {
  calls_since();
  Teams last{{MPI_COMM_WORLD, 5, 6}, {6, rank_order(6, {}), {}}, 0, std::vector<int>(6, 0)};
  const TableRun thrice = equal_lanes(windows, 0, 2, 3);
  const Team& team = last.of(thrice);
  const auto calls = calls_since();
  ASSERT_EQ(calls.size(), 3U + 2 * a_group);
  EXPECT_EQ(calls[2], "split part out 2") << "leaders, and then what is held";
  EXPECT_EQ(calls.back(), "split part 0 1");
  static_cast<void>(last.of(thrice));
  EXPECT_THAT(calls_since(), IsEmpty());
  static_cast<void>(last.of(equal_lanes(windows, 0, 6, 1)));
  EXPECT_THAT(team.held, IsEmpty());
  calls_since();
  static_cast<void>(last.of(thrice));
  EXPECT_THAT(calls_since(), testing::AllOf(testing::SizeIs(2 * a_group), testing::Each("split part 0 1")));
}

TEST(Team, that_is_renewed_holds_as_many_contexts_as_before) {
  Teams four{{MPI_COMM_WORLD, 2, 4}, {4, rank_order(4, {}), {}}, 0, std::vector<int>(4, 0)};
  const TableRun section = equal_lanes(windows, 0, 2, 2);
  const Team& team = four.of(section);
  const auto before = team.held.size();
  EXPECT_EQ(before, a_group);
  four.renew(section);
  EXPECT_THAT(team.held, testing::SizeIs(before));
}

TEST(Team, that_is_renewed_keeps_what_messages_may_be_left_in) {
  Teams four = teams(2, 4);
  const TableRun section = equal_lanes(messages, 0, 2, 2);
  const Team& team = four.of(section);
  const MPI_Comm group = team.group.get(), active = team.active.get();
  calls_since();
  four.renew(section);
  EXPECT_THAT(calls_since(), ElementsAre("split part 0 2", "split part 1 0", "split part 0 1", "free"));
  EXPECT_NE(team.group.get(), group);
  EXPECT_NE(team.active.get(), active);
  EXPECT_TRUE(team.leads());
}

}  // namespace
}  // namespace sonde::case_setup
