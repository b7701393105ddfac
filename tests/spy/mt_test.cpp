// Every benchmark of IMB-MT: the calls of a thread and where the clock is read, and what the threads of a
// rank share.
#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/crew.hpp"
#include "engine/threads.hpp"
#include "patterns/catalog.hpp"
#include "spy/message_stand_ins.hpp"

namespace {

using sonde::Case;
using sonde::Loop;
using sonde::LoopSample;
using spy::Calls;
using testing::ElementsAre;
using testing::HasSubstr;

const sonde::Benchmark& row_of(std::string_view name) {
  const auto rows = sonde::patterns::mt_catalog();
  const auto row = std::ranges::find(rows, name, &sonde::Benchmark::name);
  EXPECT_NE(row, rows.end()) << name;
  return *row;
}

/// The calls of one repetition of a single thread between two readings of the clock.
Calls inside(std::string_view name, int rank, int size, int stride = 0) {
  auto c = spy::make_case(rank, size, 1);
  c.pair_distance = stride;
  c.chain_step = sonde::distance_of_pairs(size, stride);
  c.in_flight = c.places = 2;
  c.loop.role = sonde::role_of(row_of(name).needs.processes.roles, rank, size, stride);
  Calls calls = spy::calls_of(row_of(name).modes[0].measure, c);
  EXPECT_EQ(calls.front(), "line up");
  if (calls.size() < 3) return {};
  EXPECT_EQ(calls[1], "clock");
  EXPECT_EQ(calls.back(), "clock");
  return {calls.begin() + 2, calls.end() - 1};
}

TEST(Pairs, are_half_of_the_ranks_or_a_stride_apart) {
  EXPECT_THAT(inside("PingPongMT", 1, 4), ElementsAre(HasSubstr("to 3"), HasSubstr("from 3")));
  EXPECT_THAT(inside("PingPongMT", 3, 4), ElementsAre(HasSubstr("from 1"), HasSubstr("to 1")));
  EXPECT_THAT(inside("PingPongMT", 1, 4, 1), ElementsAre(HasSubstr("from 0"), HasSubstr("to 0")));
  EXPECT_THAT(inside("PingPingMT", 2, 4, 1),
              ElementsAre(HasSubstr("isend out+0 8 byte to 3"), HasSubstr("from 3"), "wait"));
  EXPECT_THAT(inside("PingPingMT", 4, 5), ElementsAre());
}

TEST(Chains, go_as_far_as_pairs) {
  EXPECT_THAT(inside("SendRecvMT", 0, 6), ElementsAre(HasSubstr("from 3")));
  EXPECT_THAT(inside("SendRecvMT", 0, 6, 1),
              ElementsAre(testing::AllOf(HasSubstr("to 1"), HasSubstr("from 5"))));
  EXPECT_EQ(inside("ExchangeMT", 0, 2).size(), 5U);
}

TEST(Bands, have_a_place_for_each_message) {
  EXPECT_THAT(inside("UniBandMT", 2, 4),
              ElementsAre(HasSubstr("irecv in+0"), HasSubstr("irecv in+8"), "waitall 2", HasSubstr("send")));
  EXPECT_EQ(inside("BiBandMT", 0, 4).size(), 6U);
}

TEST(Collectives, have_the_first_rank_as_root) {
  EXPECT_THAT(inside("BarrierMT", 0, 2), ElementsAre("barrier"));
  EXPECT_THAT(inside("BcastMT", 1, 2), ElementsAre(HasSubstr("bcast in+0 8")));
  EXPECT_THAT(inside("ReduceMT", 1, 2), ElementsAre(HasSubstr("root 0")));
  EXPECT_THAT(inside("AllReduceMT", 1, 2), ElementsAre(HasSubstr("allreduce")));
}

TEST(Catalog, has_10_rows) {
  std::vector<std::string_view> names;
  for (const auto& row : sonde::patterns::mt_catalog()) names.push_back(row.name);
  EXPECT_THAT(names, ElementsAre("PingPongMT", "PingPingMT", "SendRecvMT", "ExchangeMT", "UniBandMT",
                                 "BiBandMT", "BarrierMT", "BcastMT", "ReduceMT", "AllReduceMT"));
}

// Several threads, whose loops are invented.

struct Team {
  std::vector<Case> further;
  Case first;
  Loop loop;
  LoopSample sample;
  explicit Team(int threads) {
    for (int thread = 1; thread < threads; ++thread) further.emplace_back().thread = thread;
    first.threads = further;
    loop.line_up = [](const Case&, const Loop&) {};
    loop.between_calls = loop.line_up;
  }
  void run(sonde::Measure measure) { sonde::engine::run_threads(first, loop, sample, measure); }
};

std::vector<std::thread::id> measured_by;

TEST(ThreadsOfARank, are_the_same_in_all_loops_of_a_case) {
  sonde::engine::Crew crew(2);
  std::vector<std::thread::id> touched_by(3);
  crew.run([&](std::size_t thread) { touched_by[thread] = std::this_thread::get_id(); });
  EXPECT_EQ(touched_by[0], std::this_thread::get_id());
  EXPECT_NE(touched_by[1], touched_by[2]);
  Team team(3);
  team.first.crew = &crew;
  for (int loop = 0; loop < 3; ++loop) {
    measured_by.assign(3, {});
    team.run([](const Case& c, const Loop&, LoopSample&) {
      measured_by[static_cast<std::size_t>(c.thread)] = std::this_thread::get_id();
    });
    EXPECT_EQ(measured_by, touched_by);
  }
}

TEST(ThreadsOfARank, are_there_for_the_next_loop_after_one_has_failed) {
  sonde::engine::Crew crew(2);
  Team team(3);
  team.first.crew = &crew;
  EXPECT_THROW(team.run([](const Case& c, const Loop&, LoopSample&) {
    if (c.thread == 2) throw std::runtime_error("refused");
  }),
               std::runtime_error);
  team.run([](const Case& c, const Loop& loop, LoopSample& sample) {
    loop.line_up(c, loop);
    sample.batch_seconds = {1.0};
  });
  EXPECT_THAT(team.sample.others[1].batch_seconds, ElementsAre(1.0));
}

std::atomic<int> lined_up, ranks_lined_up, late;

TEST(ThreadsOfARank, leave_a_sample_each) {
  Team team(3);
  team.run([](const Case& c, const Loop&, LoopSample& sample) { sample.batch_seconds = {1.0 + c.thread}; });
  EXPECT_THAT(team.sample.batch_seconds, ElementsAre(1.0));
  ASSERT_EQ(team.sample.others.size(), 2U);
  EXPECT_THAT(team.sample.others[1].batch_seconds, ElementsAre(3.0));
}

TEST(ThreadsOfARank, all_wait_until_the_first_has_lined_up_with_the_other_ranks) {
  Team team(4);
  lined_up = ranks_lined_up = late = 0;
  team.loop.line_up = [](const Case& c, const Loop&) {
    EXPECT_EQ(c.thread, 0);
    EXPECT_EQ(lined_up, 4);
    ++ranks_lined_up;
  };
  team.run([](const Case& c, const Loop& loop, LoopSample&) {
    ++lined_up;
    loop.line_up(c, loop);
    if (ranks_lined_up != 1) ++late;
  });
  EXPECT_EQ(ranks_lined_up, 1);
  EXPECT_EQ(late, 0);
}

TEST(ThreadsOfARank, go_on_without_one_that_has_failed_and_tell_at_once) {
  Team team(3);
  std::string heard;
  team.loop.at_failure = [&](const char* what) { heard = what; };
  const auto run = [&] {
    team.run([](const Case& c, const Loop& loop, LoopSample&) {
      if (c.thread == 1) throw std::runtime_error("refused");
      for (int i = 0; i < 10; ++i) loop.line_up(c, loop);
    });
  };
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_EQ(heard, "refused");
}

TEST(ThreadsOfARank, may_all_fail) {
  Team team(3);
  EXPECT_THROW(team.run([](const Case&, const Loop&, LoopSample&) { throw std::runtime_error("refused"); }),
               std::runtime_error);
}

}  // namespace
