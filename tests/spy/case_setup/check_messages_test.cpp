// -check of messages, whose benchmark delivers what ranks should receive, or loses it.
#include "case_setup/check_messages.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <set>

#include "case_setup/check_pace.hpp"
#include "engine/line_up.hpp"
#include "spy/run/machine.hpp"

namespace sonde::case_setup {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::int64_t length = 64;

/// The other ranks: what they send in each call arrives in full, or not at all in the call that is lost.
struct Others {
  ExpectedContent expect = ExpectedContent::from_peer;
  check::Facts facts;
  std::int64_t sent = length, received = length;
  int calls = 0, lost = -1;
  bool overlapped = false;                     ///< a call alone and one beside computation
  bool writes_out = false, writes_in = false;  ///< what it may not, after all else
  std::vector<std::string> loops;
  std::vector<int> roots;
  std::vector<std::int64_t> repetitions;

  /// The next check, of which a call is lost.
  void lose(int call) {
    lost = call;
    calls = 0;
    facts.generation = 0;
  }
};
Others others;

void deliver(const Case& c) {
  others.facts.thread = c.thread;
  std::vector<std::byte> mine(static_cast<std::size_t>(others.sent));
  check::fill_send(others.expect, others.facts, mine);
  EXPECT_TRUE(std::ranges::equal(mine, std::span(c.steps.out.at, mine.size()))) << "call " << others.calls;
  const bool lost = others.calls++ == others.lost;
  if (!lost)
    check::expected(others.expect, others.facts, {c.steps.in.at, static_cast<std::size_t>(others.received)});
  if (others.writes_out) c.steps.out.at[0] ^= std::byte{1};
  if (others.writes_in) c.steps.in.at[0] ^= std::byte{1};
}

void deliver_to_threads(const Case& c) {
  ++others.facts.generation;
  deliver(c);
  for (const Case& thread : c.threads) deliver(thread);
}

void measure_messages(const Case& c, const Loop& loop, LoopSample&) {
  others.facts.root = c.steps.roots.at;
  others.facts.repetition = loop.first;
  others.roots.push_back(c.steps.roots.at);
  others.repetitions.push_back(loop.first);
  others.loops.push_back(fmt::format("{} calls, {} units{}{}, slots by {} and {}, second at {}",
                                     loop.batches.repetitions(), loop.computation.units,
                                     loop.computation.as_transfer ? " as the transfer" : "",
                                     loop.line_up == engine::no_barrier ? "" : ", lined up",
                                     c.steps.out.stride, c.steps.in.stride, c.second_in));
  deliver_to_threads(c);
  if (!others.overlapped) return;
  loop.between();
  deliver_to_threads(c);
}

struct CheckedMessages : testing::Test {
  CheckedMessages() {
    others = {};
    machine::it = {};
    of(0, 2);
    c.comm = c.active = MPI_COMM_WORLD;
    c.bytes = others.facts.bytes = length;
    c.steps.out = {out.data(), out.data() + out.size(), 512, out.data()};
    c.steps.in = {in.data(), in.data() + in.size(), 512, in.data()};
    loop.batches = {3, 4, 5};
    loop.computation.units = 9;
    loop.computation.as_transfer = true;
    row.modes = {{Mode{"", Counting::per_sample, measure_messages}}};
  }

  void of(int rank, int ranks) {
    c.rank = others.facts.rank = rank;
    c.size = others.facts.ranks = ranks;
    c.steps.roots = {ranks, 0, 0};
  }

  CheckResult checked(ExpectedContent expect, std::int64_t repetitions = 4) {
    row.expect = others.expect = expect;
    settings.check_repetitions = repetitions;
    const TableRun section = equal_lanes(row, 0, c.size, 1);
    const PlannedCase planned{&section, section.lanes[0], c.bytes};
    return check_messages({settings, planned, team, memory, buffers}, {c, loop, 100, 1});
  }

  std::array<std::byte, 4096> out{}, in{};
  Benchmark row{.name = "Row", .summary = "one call"};
  Settings settings;
  Team team;
  host::GrowingBuffer memory;
  Buffers buffers;
  Case c;
  Loop loop;
};

TEST_F(CheckedMessages, that_arrive_are_right) {
  const auto result = checked(ExpectedContent::from_peer);
  EXPECT_EQ(result.defects, 0);
  EXPECT_EQ(result.text, "");
  EXPECT_EQ(result.repetitions, 4);
  EXPECT_FALSE(result.failure);
}

TEST_F(CheckedMessages, are_sent_one_by_one_in_the_first_slot_with_no_computation_to_speak_of) {
  checked(ExpectedContent::from_peer);
  EXPECT_THAT(others.loops, ElementsAre("1 calls, 1 units, slots by 0 and 0, second at 0",
                                        "1 calls, 1 units, slots by 0 and 0, second at 0",
                                        "1 calls, 1 units, slots by 0 and 0, second at 0",
                                        "1 calls, 1 units, slots by 0 and 0, second at 0"));
  EXPECT_THAT(others.repetitions, Each(0));
}

TEST_F(CheckedMessages, of_which_one_is_lost_are_told) {
  for (int lost = 0; lost < 4; ++lost) {
    others.lose(lost);
    const auto result = checked(ExpectedContent::from_peer);
    EXPECT_EQ(result.defects, length) << lost;
    EXPECT_THAT(result.text, HasSubstr("byte")) << lost;
  }
}

TEST_F(CheckedMessages, of_benchmarks_that_move_none_are_not_sent) {
  EXPECT_EQ(checked(ExpectedContent::nothing).repetitions, 0);
  EXPECT_EQ(others.calls, 0);
}

TEST_F(CheckedMessages, come_from_the_ends_first_where_the_root_moves) {
  of(0, 5);
  c.steps.roots.stride = 1;
  checked(ExpectedContent::from_peer, 7);
  EXPECT_THAT(others.roots, ElementsAre(0, 1, 4, 2, 3, 0, 1));
  for (const auto& [ranks, roots] :
       {std::pair{1, std::vector{0, 0, 0, 0}}, std::pair{2, std::vector{0, 1, 0, 1}},
        std::pair{3, std::vector{0, 1, 2, 0}}}) {
    of(0, ranks);
    c.steps.roots.stride = 1;
    others.lose(-1);
    others.roots.clear();
    checked(ExpectedContent::reduced_at_root);
    EXPECT_EQ(others.roots, roots);
  }
}

TEST_F(CheckedMessages, keep_a_root_that_stays) {
  of(1, 5);
  c.steps.roots.at = 3;
  checked(ExpectedContent::from_left, 3);
  EXPECT_THAT(others.roots, ElementsAre(3, 3, 3));
}

TEST_F(CheckedMessages, are_looked_at_once_for_each_root_where_nobody_says_how_often) {
  of(0, 4);
  c.steps.roots.stride = 1;
  row.expect = others.expect = ExpectedContent::from_left;
  const TableRun section = equal_lanes(row, 0, c.size, 1);
  const PlannedCase planned{&section, section.lanes[0], c.bytes};
  const auto result = check_messages({settings, planned, team, memory, buffers}, {c, loop, 1, 1});
  EXPECT_EQ(result.repetitions, 4);
}

TEST_F(CheckedMessages, for_the_root_are_looked_at_by_the_root_alone) {
  for (const int rank : {0, 1}) {
    of(rank, 3);
    others.lose(0);
    EXPECT_EQ(checked(ExpectedContent::reduced_at_root, 1).defects > 0, rank == 0) << rank;
  }
}

TEST_F(CheckedMessages, are_looked_at_by_those_who_receive_them) {
  struct Receivers {
    ExpectedContent expect;
    Roles roles;
    std::vector<int> ranks;
  };
  for (const auto& [expect, roles, ranks] :
       {Receivers{ExpectedContent::window_at_answering, Roles::halves, {2, 3}},
        Receivers{ExpectedContent::from_peer, Roles::halves, {0, 1, 2, 3}},
        Receivers{ExpectedContent::from_first, Roles::first_and_others, {1, 2, 3, 4}},
        Receivers{ExpectedContent::from_all_others, Roles::first_and_others, {0}}}) {
    row.needs.processes.roles = roles;
    row.message.receive = Extent::message;
    std::vector<int> found;
    for (int rank = 0; rank < 5; ++rank) {
      of(rank, 5);
      others.lose(0);
      if (checked(expect, 1).defects > 0) found.push_back(rank);
    }
    EXPECT_EQ(found, ranks);
  }
}

TEST_F(CheckedMessages, leave_what_is_sent_as_it_was) {
  others.writes_out = true;
  const auto result = checked(ExpectedContent::from_peer, 3);
  EXPECT_EQ(result.defects, 3);
  EXPECT_THAT(result.text, HasSubstr("1 of 64 elements wrong, the first at index 0: got 0x"));
  EXPECT_THAT(result.text, HasSubstr(", in the send buffer"));
  sonde_benchmark own{};
  row.plugin = &own;
  others.lose(-1);
  EXPECT_EQ(checked(ExpectedContent::from_peer, 3).defects, 0) << "a plug-in's own affair";
}

TEST_F(CheckedMessages, leave_the_memory_of_those_who_receive_none) {
  of(1, 3);
  others.lose(0);
  EXPECT_EQ(checked(ExpectedContent::gathered_at_root, 1).defects, 0);
  others.writes_in = true;
  others.lose(0);
  const auto result = checked(ExpectedContent::gathered_at_root, 1);
  EXPECT_EQ(result.defects, 1);
  EXPECT_THAT(result.text, HasSubstr(", where nothing may arrive"));
  row.guideline = "G1";  // a stand-in gathers at all ranks
  others.lose(0);
  EXPECT_EQ(checked(ExpectedContent::gathered_at_root, 1).defects, 0);
}

TEST_F(CheckedMessages, of_both_neighbours_lie_side_by_side) {
  others.sent = others.received = 2 * length;
  row.message = {.send = Extent::two_messages, .receive = Extent::message};
  of(1, 4);
  EXPECT_EQ(checked(ExpectedContent::from_neighbours).defects, 0);
  EXPECT_THAT(others.loops, Each(HasSubstr("second at 64")));
  others.lose(2);
  EXPECT_EQ(checked(ExpectedContent::from_neighbours).defects, 2 * length);
}

TEST_F(CheckedMessages, of_neighbours_on_a_grid_come_from_every_direction) {
  const std::array neighbours{1, 1, 2, 2};
  others.sent = others.received = 4 * length;
  row.message = {.send = Extent::per_neighbour, .receive = Extent::per_neighbour};
  row.needs.processes.grid = 2;
  of(0, 4);
  c.neighbours = others.facts.neighbours = neighbours.data();
  others.facts.directions = 4;
  EXPECT_EQ(checked(ExpectedContent::from_grid_neighbours, 2).defects, 0);
  others.lose(1);
  EXPECT_EQ(checked(ExpectedContent::from_grid_neighbours, 2).defects, 4 * length);
}

TEST_F(CheckedMessages, that_are_drawn_belong_to_their_repetition) {
  of(2, 6);
  c.seed = others.facts.seed = 17;
  EXPECT_EQ(checked(ExpectedContent::from_drawn_ring, 5).defects, 0);
  EXPECT_THAT(others.repetitions, ElementsAre(0, 1, 2, 3, 4));
}

TEST_F(CheckedMessages, that_are_drawn_are_looked_at_whoever_sends_them) {
  of(2, 6);
  std::set<int> senders;
  for (int seed = 1; seed <= 40; ++seed) {
    c.seed = others.facts.seed = static_cast<std::uint64_t>(seed);
    others.lose(0);
    EXPECT_EQ(checked(ExpectedContent::from_drawn_ring, 1).defects, length) << seed;
    senders.insert(check::drawn_sender(ExpectedContent::from_drawn_ring, others.facts));
  }
  EXPECT_THAT(senders, ElementsAre(0, 1, 3, 4, 5));
}

TEST_F(CheckedMessages, that_are_sent_in_place_lie_in_the_buffer_that_receives) {
  others.sent = 0;
  for (const ExpectedContent expect : {ExpectedContent::from_root, ExpectedContent::from_left_in_place}) {
    std::vector<std::byte> untouched(out.begin(), out.end());
    EXPECT_EQ(checked(expect, 1).defects, 0);
    EXPECT_TRUE(std::ranges::equal(out, untouched)) << "sent from the other buffer";
    others.lose(-1);
  }
}

TEST_F(CheckedMessages, beside_computation_are_looked_at_before_and_after_it) {
  others.overlapped = true;
  EXPECT_EQ(checked(ExpectedContent::from_peer, 2).defects, 0);
  for (int lost = 0; lost < 4; ++lost) {
    others.lose(lost);
    EXPECT_EQ(checked(ExpectedContent::from_peer, 2).defects, length) << lost;
  }
}

TEST_F(CheckedMessages, of_every_thread_are_looked_at) {
  Case further = c;
  further.thread = 1;
  further.steps.out = c.steps.out.moved(1024);
  further.steps.in = c.steps.in.moved(1024);
  c.threads = {&further, 1};
  others.facts.threads = 2;
  EXPECT_EQ(checked(ExpectedContent::from_peer, 2).defects, 0);
  EXPECT_EQ(others.calls, 4);
  for (int lost = 0; lost < 4; ++lost) {
    others.lose(lost);
    EXPECT_EQ(checked(ExpectedContent::from_peer, 2).defects, length) << lost;
  }
}

}  // namespace
}  // namespace sonde::case_setup
