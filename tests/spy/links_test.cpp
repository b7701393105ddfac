// sonde-mpi Links: who is met in which order, what is called between two readings of the clock, and what
// comes of the readings.
#include "patterns/links.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "patterns/catalog.hpp"
#include "spy/message_stand_ins.hpp"

namespace {

using spy::Calls;
using testing::ElementsAre;
using testing::HasSubstr;

const sonde::Benchmark& links_row() {
  return sonde::patterns::sonde_catalog().front();
}

spy::Prepared on(int rank, int size, int repetitions = 2) {
  auto c = spy::make_case(rank, size, repetitions);
  c.tournament = {size, 0, 0};
  c.in_flight = 2;
  return c;
}

sonde::LoopSample sample_of(const spy::Prepared& c) {
  spy::calls.clear();
  spy::open_requests = 0;
  sonde::LoopSample sample;
  links_row().modes[0].measure(c, c.loop, sample);
  EXPECT_EQ(spy::open_requests, 0) << "waits for every request that it starts";
  return sample;
}

/// The calls of the timed loop that contains a call with `part`: between the clock reading before it and the
/// one after it.
Calls around(std::string_view part) {
  const auto found = std::ranges::find_if(
      spy::calls, [&](const auto& call) { return call.find(part) != std::string::npos; });
  EXPECT_NE(found, spy::calls.end()) << part;
  const auto begin = std::find(std::make_reverse_iterator(found), spy::calls.rend(), "clock").base();
  return {begin, std::find(found, spy::calls.end(), "clock")};
}

int counted(std::string_view part) {
  return static_cast<int>(std::ranges::count_if(
      spy::calls, [&](const auto& call) { return call.find(part) != std::string::npos; }));
}

TEST(Links, meet_every_other_rank_once_and_begin_together) {
  for (int rank = 0; rank < 5; ++rank) {
    const auto sample = sample_of(on(rank, 5));
    ASSERT_EQ(sample.links.size(), 5U);
    for (int other = 0; other < 5; ++other) {
      EXPECT_EQ(std::isnan(sample.links[static_cast<std::size_t>(other)].message), other == rank);
      EXPECT_EQ(std::isnan(sample.links[static_cast<std::size_t>(other)].latency), other == rank);
    }
    EXPECT_EQ(counted("sendrecv"), 4 * 3) << "before the short messages and before each stream";
    EXPECT_EQ(spy::calls.front(), "line up");
  }
}

TEST(Links, send_windows_and_wait_for_the_answer_between_readings) {
  static_cast<void>(sample_of(on(0, 2)));
  const auto sending = around("isend");
  ASSERT_EQ(sending.size(), 4U);
  EXPECT_THAT(sending[0], HasSubstr("isend out"));
  EXPECT_THAT(sending[1], HasSubstr("isend out"));
  EXPECT_EQ(sending[2], "waitall 2");
  EXPECT_THAT(sending[3], HasSubstr("recv"));
  const auto receiving = around("irecv");
  ASSERT_EQ(receiving.size(), 4U);
  EXPECT_THAT(receiving[2], "waitall 2");
  EXPECT_THAT(receiving[3], HasSubstr("send"));
}

TEST(Links, begin_with_the_lower_rank) {
  const auto place = [](std::string_view part) {
    return std::ranges::find_if(spy::calls, [&](const auto& call) { return call.starts_with(part); }) -
           spy::calls.begin();
  };
  static_cast<void>(sample_of(on(0, 2)));
  EXPECT_LT(place("isend"), place("irecv"));
  EXPECT_LT(place("send "), place("recv "));
  static_cast<void>(sample_of(on(1, 2)));
  EXPECT_LT(place("irecv"), place("isend"));
  EXPECT_LT(place("recv "), place("send "));
}

TEST(Links, keep_short_messages_apart_from_the_buffers_and_have_both_ways_in_a_round_trip) {
  static_cast<void>(sample_of(on(0, 2)));
  const auto trip = around("send  8 char to 1 tag 2");
  ASSERT_EQ(trip.size(), 8U) << "four round trips a reading";
  EXPECT_EQ(trip[0], "send  8 char to 1 tag 2");
  EXPECT_THAT(trip[1], HasSubstr("recv  8 char from 1 tag 2"));
}

/// Every reading of the clock of the stand-ins is a second after the one before.
TEST(Links, tell_the_time_of_a_message_and_half_a_round_trip) {
  const auto sample = sample_of(on(1, 3, 4));
  EXPECT_FLOAT_EQ(sample.links[0].latency, 1.0F / 8);
  EXPECT_FLOAT_EQ(sample.links[0].message, 0.5F) << "two messages in flight";
  EXPECT_THAT(sample.batch_seconds, ElementsAre(2, 2, 2, 2)) << "a window to each of two partners";
}

TEST(Links, met_in_turn_line_up_before_each_pair) {
  auto c = on(1, 4);
  c.isolated = true;
  static_cast<void>(sample_of(c));
  EXPECT_EQ(counted("barrier"), 6) << "pairs of four";
  EXPECT_EQ(counted("sendrecv"), 3 * 3);
}

TEST(Links, of_drawn_rounds_leave_the_others_unknown) {
  auto c = on(0, 8);
  c.tournament = {8, 1, 3};
  const auto sample = sample_of(c);
  EXPECT_EQ(std::ranges::count_if(sample.links, [](const auto& link) { return !std::isnan(link.message); }),
            1);
}

TEST(Links, wait_for_all_every_32_rounds) {
  static_cast<void>(sample_of(on(0, 33)));
  EXPECT_EQ(counted("barrier"), 1);
  static_cast<void>(sample_of(on(0, 32)));
  EXPECT_EQ(counted("barrier"), 0);
}

TEST(Middle, is_of_the_times_between_readings) {
  std::vector<double> readings{0, 5, 6, 8};
  EXPECT_DOUBLE_EQ(sonde::patterns::middle_of(readings), 2);
  std::vector<double> one{1, 4};
  EXPECT_DOUBLE_EQ(sonde::patterns::middle_of(one), 3);
}

}  // namespace
