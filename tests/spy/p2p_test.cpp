// Every benchmark of IMB-P2P: its calls, partners and order, and where the clock is read.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "catalog/draws.hpp"
#include "patterns/catalog.hpp"
#include "spy/message_stand_ins.hpp"

namespace {

using spy::Calls;
using testing::ElementsAre;
using testing::HasSubstr;

const sonde::Benchmark& row_of(std::string_view name) {
  const auto rows = sonde::patterns::p2p_catalog();
  const auto row = std::ranges::find(rows, name, &sonde::Benchmark::name);
  EXPECT_NE(row, rows.end()) << name;
  return *row;
}

constexpr std::array<int, 6> neighbours{1, 2, 3, 4, 5, 6};

spy::Prepared prepared(int rank, int size, int repetitions) {
  auto c = spy::make_case(rank, size, repetitions);
  c.neighbours = neighbours.data();
  c.touched_before = c.touched_after = true;
  return c;
}

/// The calls of one repetition between two readings of the clock.
Calls inside(std::string_view name, int rank, int size) {
  auto c = prepared(rank, size, 1);
  c.loop.role = sonde::role_of(row_of(name).needs.processes.roles, rank, size);
  spy::open_requests = 0;
  Calls calls = spy::calls_of(row_of(name).modes[0].measure, c);
  EXPECT_EQ(spy::open_requests, 0) << name << ": waits for every request that it starts";
  EXPECT_EQ(calls.front(), "line up");
  EXPECT_EQ(calls[1], "clock");
  EXPECT_EQ(calls.back(), "clock");
  return {calls.begin() + 2, calls.end() - 1};
}

TEST(Pairs, are_half_of_all_ranks_apart) {
  const auto first = inside("PingPong", 1, 6), second = inside("PingPong", 4, 6);
  ASSERT_EQ(first.size(), 2U);
  EXPECT_THAT(first[0], testing::AllOf(HasSubstr("send"), HasSubstr("to 4")));
  EXPECT_THAT(first[1], testing::AllOf(HasSubstr("rec"), HasSubstr("from 4")));
  EXPECT_THAT(second[0], testing::AllOf(HasSubstr("rec"), HasSubstr("from 1")));
  EXPECT_THAT(second[1], testing::AllOf(HasSubstr("send"), HasSubstr("to 1")));
  EXPECT_EQ(inside("PingPing", 1, 6).size(), 3U);
}

TEST(Pairs, leave_the_last_of_an_odd_number_idle) {
  auto c = prepared(4, 5, 3);
  c.loop.role = sonde::Role::idle;
  EXPECT_THAT(spy::calls_of(row_of("PingPong").modes[0].measure, c), ElementsAre("line up"));
}

TEST(Unirandom, sends_and_receives_as_drawn) {
  const auto calls = inside("Unirandom", 0, 3);
  std::size_t at = 0;
  for (int draw = 0; draw < 3; ++draw) {
    const auto [from, to] = sonde::drawn_pair(0, 3, 0, draw);
    if (from != 0 && to != 0) continue;
    ASSERT_LT(at, calls.size());
    EXPECT_THAT(calls[at++],
                HasSubstr(from == 0 ? "to " + std::to_string(to) : "from " + std::to_string(from)));
  }
  EXPECT_EQ(at, calls.size());
}

TEST(Birandom, exchanges_with_everyone_it_is_drawn_with) {
  const auto calls = inside("Birandom", 2, 3);
  std::size_t draws = 0;
  for (int draw = 0; draw < 3; ++draw) {
    const auto [from, to] = sonde::drawn_pair(0, 3, 0, draw);
    draws += from == 2 || to == 2 ? 1 : 0;
  }
  EXPECT_EQ(calls.size(), 3 * draws);
}

TEST(Corandom, passes_on_in_the_drawn_ring) {
  const auto ring = sonde::drawn_neighbours(0, 5, 3, 0);
  const auto calls = inside("Corandom", 3, 5);
  ASSERT_EQ(calls.size(), 3U);
  EXPECT_THAT(calls[0], HasSubstr("from " + std::to_string(ring.before)));
  EXPECT_THAT(calls[1], HasSubstr("to " + std::to_string(ring.after)));
}

TEST(Stencils, receive_from_all_directions_before_they_send) {
  for (const auto& [name, directions] : {std::pair("Stencil2D", 4U), std::pair("Stencil3D", 6U)}) {
    const auto calls = inside(name, 0, 8);
    ASSERT_EQ(calls.size(), 2 * directions + 1) << name;
    for (std::size_t d = 0; d < directions; ++d) {
      EXPECT_THAT(calls[d],
                  testing::AllOf(HasSubstr("rec"), HasSubstr("from " + std::to_string(neighbours[d]))));
      EXPECT_THAT(calls[directions + d],
                  testing::AllOf(HasSubstr("send"), HasSubstr("to " + std::to_string(neighbours[d]))));
    }
  }
}

TEST(SendRecvReplace, goes_to_the_right_and_comes_from_the_left) {
  EXPECT_THAT(inside("SendRecv_Replace", 0, 3), ElementsAre("replace in+0 8 to 1 from 2"));
}

TEST(Touching, keeps_contents) {
  auto c = prepared(0, 2, 1);
  c.bytes = 4096;
  c.loop.role = sonde::Role::first_half;
  spy::out.fill(std::byte{7});
  spy::calls_of(row_of("PingPong").modes[0].measure, c);
  EXPECT_TRUE(std::ranges::all_of(spy::out, [](std::byte b) { return b == std::byte{7}; }));
}

TEST(Catalog, has_8_rows_with_rates_of_messages) {
  std::vector<std::string_view> names;
  for (const auto& row : sonde::patterns::p2p_catalog()) {
    names.push_back(row.name);
    EXPECT_TRUE(row.metric.message_rate);
  }
  EXPECT_THAT(names, ElementsAre("PingPong", "PingPing", "Unirandom", "Birandom", "Corandom", "Stencil2D",
                                 "Stencil3D", "SendRecv_Replace"));
}

}  // namespace
