#include "plan/buffers.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "base/units.hpp"
#include "plan/repetitions.hpp"
#include "rows.hpp"

namespace sonde {
namespace {

using testing::HasSubstr;

constexpr std::int64_t largest = 4 * mebibyte;

Buffers plan_of(const Benchmark& row, std::int64_t bytes, int processes, int mode = 0,
                const Settings& settings = {}) {
  return plan_buffers(settings, {}, row, mode, bytes, processes).value();
}

TEST(Buffers, KeepToTheTableOfTheGuide) {  // guide 7.1
  EXPECT_EQ(plan_of(test::ping_pong, largest, 2).total(), 8 * mebibyte);
  EXPECT_EQ(plan_of(test::exchange, largest, 6).total(), 12 * mebibyte);
  EXPECT_EQ(plan_of(test::alltoall, largest, 16).total(), 16 * 8 * mebibyte);
  EXPECT_EQ(plan_of(test::allgather, largest, 16).total(), 17 * 4 * mebibyte);
  EXPECT_LE(plan_of(test::bcast, largest, 16).total(), 8 * mebibyte);
  EXPECT_LE(plan_of(test::reduce_scatter, largest, 4).total(), 8 * mebibyte);
  for (std::int64_t bytes = 4; bytes <= largest; bytes *= 2)
    EXPECT_LE(plan_of(test::unidir_put, bytes, 2).total(), 80 * mebibyte);
}

Benchmark threaded(Benchmark row) {
  row.parameter = Parameter::threads;
  return row;
}

TEST(Buffers, OfThreadsHavePagesOfTheirOwnOrLieSideBySide) {
  Settings settings;
  settings.suite = Suite::mt;
  const auto row = threaded(test::ping_pong);
  settings.threads = {3};
  settings.alignment = 64;
  auto buffers = plan_of(row, 100, 2, 0, settings);
  EXPECT_EQ(buffers.thread_send_stride, 4096);
  EXPECT_EQ(buffers.all_send_bytes(), 2 * 4096 + 100);
  EXPECT_EQ(buffers.total(), 2 * (2 * 4096 + 100));
  settings.memory_layout = MemoryLayout::side_by_side;
  buffers = plan_of(row, 100, 2, 0, settings);
  EXPECT_EQ(buffers.thread_receive_stride, 128);
  EXPECT_EQ(buffers.total(), 2 * (2 * 128 + 100));
  settings.threads = {1};
  EXPECT_EQ(plan_of(row, 100, 2, 0, settings).total(), 200);
}

TEST(Buffers, OfAllThreadsKeepToTheMemoryAllowed) {
  Settings settings;
  settings.suite = Suite::mt;
  const auto row = threaded(test::ping_pong);
  settings.threads = {4};
  settings.mem_gib = 1;
  const auto quarter = plan_of(row, gibibyte / 8, 2, 0, settings);
  EXPECT_TRUE(within_memory(settings, quarter));
  EXPECT_FALSE(within_memory(settings, plan_of(row, gibibyte / 8 + 1, 2, 0, settings)));
  settings.threads = {1024};
  EXPECT_FALSE(plan_buffers(settings, {}, row, 0, std::int64_t{1} << 55, 2));
}

TEST(Buffers, HoldBothMessagesOfExchangeForACheck) {
  Settings settings;
  settings.check = true;
  EXPECT_EQ(plan_of(test::exchange, 1000, 4, 0, settings).receive_bytes, 2000);
  EXPECT_EQ(plan_of(test::ping_pong, 1000, 2, 0, settings).receive_bytes, 1000);
}

TEST(Buffers, HoldTheShareOfTheRank) {
  const Settings settings;
  const auto of_rank = [&](int rank) {
    return plan_buffers(settings, {}, test::reduce_scatter, 0, 28, 4, rank)
        .value()
        .receive_bytes;  // 7 floats
  };
  EXPECT_EQ(of_rank(0), 8);
  EXPECT_EQ(of_rank(2), 8);
  EXPECT_EQ(of_rank(3), 4);
}

TEST(Buffers, HoldAWindowOfMessages) {
  Settings settings;
  settings.window_messages = 64;
  EXPECT_EQ(plan_of(test::uniband, 1000, 4, 0, settings).total(), 2 * 64000);
  EXPECT_EQ(plan_of(test::reduce_scatter_each, 1000, 4).total(), 5000);
}

TEST(Buffers, HoldAsManyMessagesOfAWindowAsFitIntoACacheAndIntoMem) {
  Settings settings;  // 256 messages, 1 GiB
  const auto places = [&](std::int64_t bytes) {
    const auto buffers = plan_of(test::uniband, bytes, 2, 0, settings);
    EXPECT_TRUE(within_memory(settings, buffers)) << bytes;
    EXPECT_EQ(buffers.places, places_in_window(settings, test::uniband, bytes));
    if (!settings.off_cache) {
      EXPECT_EQ(buffers.send_bytes, buffers.places * bytes);
    }
    return buffers.places;
  };
  EXPECT_EQ(places(0), 256);
  EXPECT_EQ(places(4096), 256) << "a MiB";
  EXPECT_EQ(places(4097), 255);
  EXPECT_EQ(places(8192), 128);
  EXPECT_EQ(places(largest), 1);
  settings.off_cache = OffCache{1, 64};
  EXPECT_EQ(places(65536), 256);
  EXPECT_EQ(places(largest), 64) << "out of the cache: a quarter of -mem";
  settings.off_cache.reset();
  settings.mem_gib = 1.0 / 1024;
  EXPECT_EQ(places(8192), 64) << "half of -mem";
  EXPECT_EQ(places_in_window(settings, test::uniband, largest), 1);
  EXPECT_FALSE(within_memory(settings, plan_of(test::uniband, largest, 2, 0, settings)));
  EXPECT_EQ(plan_of(test::ping_pong, 8, 2).places, 1);
}

TEST(Buffers, SayFromWhichLengthOnMessagesSharePlaces) {
  Settings settings;
  Plan plan;
  EXPECT_EQ(describe_places(settings, plan), "");
  plan.sections.push_back(equal_lanes(test::ping_pong, 0, 2, 1));
  EXPECT_EQ(describe_places(settings, plan), "");
  plan.sections.push_back(equal_lanes(test::uniband, 0, 2, 1));
  EXPECT_EQ(
      describe_places(settings, plan),
      "\n# Windows of 256 messages: from 8192 bytes on messages share places, as many as fit into 1 MiB;\n"
      "# the repetitions are those of windows\n");
  settings.max_log = 12;
  EXPECT_EQ(describe_places(settings, plan), "") << "all lengths have places of their own";
}

TEST(Buffers, HoldAMessageForEachNeighbourOnAGrid) {
  for (const int dimensions : {2, 3}) {
    auto stencil = test::exchange;
    stencil.message = {.send = Extent::per_neighbour, .receive = Extent::per_neighbour};
    stencil.needs.processes.grid = dimensions;
    const auto buffers = plan_of(stencil, 100, 16);
    EXPECT_EQ(buffers.send_bytes, 200 * dimensions);
    EXPECT_EQ(buffers.receive_bytes, 200 * dimensions);
  }
}

TEST(Buffers, HaveASectionForEveryOriginOfTransfersToAll) {
  const auto each = plan_of(test::all_put_all, 65536, 4, 0);
  EXPECT_EQ(each.window_bytes, 4 * 65536);
  EXPECT_EQ(each.send_bytes, 65536);
  const auto aggregate = plan_of(test::all_put_all, 65536, 4, 1);
  EXPECT_EQ(aggregate.window_slots, 160);
  EXPECT_EQ(aggregate.send_slots, 160);
  EXPECT_EQ(aggregate.window_bytes, 40 * mebibyte) << "repetitions follow what an epoch needs";
}

TEST(Buffers, HaveAPlaceForEveryRepetitionOfASingleElement) {
  for (int mode : {0, 1}) {
    const auto swaps = plan_of(test::swap, 4, 2, mode);
    EXPECT_EQ(swaps.send_slots, mode == 0 ? 100 : 1000);
    EXPECT_EQ(swaps.receive_slots, swaps.send_slots);
    EXPECT_EQ(swaps.send_stride, 8);
    EXPECT_EQ(swaps.receive_stride, 4);
  }
}

TEST(Buffers, HaveDisjointSectionsInAggregateMode) {
  const auto aggregate = plan_of(test::unidir_put, 65536, 2, 0);
  EXPECT_EQ(aggregate.window_slots, 640);
  EXPECT_EQ(aggregate.send_slots, 640);
  EXPECT_EQ(aggregate.window_stride, 65536);
  EXPECT_EQ(aggregate.window_bytes, 40 * mebibyte);
  EXPECT_EQ(plan_of(test::unidir_put, 4, 2, 0).window_bytes, 4000);
  EXPECT_EQ(plan_of(test::unidir_put, 65536, 2, 1).window_bytes, 65536);
  EXPECT_EQ(plan_of(test::unidir_put, largest * 64, 2, 0).window_bytes, largest * 64);
  EXPECT_EQ(plan_of(test::unidir_put, 0, 2, 0).total(), 0);
}

TEST(Buffers, SpreadOutsideTheCache) {
  Settings settings;
  settings.off_cache = OffCache{2, 128};
  const auto buffers = plan_of(test::ping_pong, 1000, 2, 0, settings);
  EXPECT_EQ(buffers.send_stride, 1024 + 256);  // whole lines and two more
  EXPECT_EQ(buffers.send_slots, 4 * mebibyte / 1280);
  EXPECT_LE(buffers.send_bytes, 4 * mebibyte);
  EXPECT_EQ(plan_of(test::ping_pong, 3 * mebibyte, 2, 0, settings).send_slots, 1) << "evicts itself";
  EXPECT_EQ(plan_of(test::ping_pong, 0, 2, 0, settings).total(), 0);
}

TEST(Buffers, TakeLinesOf64BytesWhereNothingIsKnown) {
  Settings settings;
  settings.off_cache = OffCache{2, 0};
  EXPECT_EQ(plan_of(test::ping_pong, 1000, 2, 0, settings).send_stride, 1024 + 128);
}

TEST(Buffers, AskForTheCacheWhereItIsNotKnown) {
  Settings settings;
  settings.off_cache = OffCache{-1, 0};
  const auto unknown = plan_buffers(settings, {}, test::ping_pong, 0, 8, 2);
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message, HasSubstr("-off_cache 16,64"));
  const auto known = plan_buffers(settings, {mebibyte, 256}, test::ping_pong, 0, 8, 2);
  ASSERT_TRUE(known);
  EXPECT_EQ(known->send_stride, 768);
  EXPECT_EQ(known->send_slots, 2 * mebibyte / 768);
}

TEST(Buffers, OutsideTheCacheOfThisMachineKeepToMem) {
  Settings settings;
  settings.off_cache = OffCache{-1, 0};
  const CacheSizes large{260 * mebibyte, 64};
  for (const auto& row : test::rows)
    for (const std::int64_t bytes : {std::int64_t{0}, std::int64_t{8}, std::int64_t{65536}, largest}) {
      const auto buffers = plan_buffers(settings, large, row, 0, bytes, 2);
      ASSERT_TRUE(buffers);
      EXPECT_TRUE(within_memory(settings, *buffers)) << row.name << " " << bytes;
    }
  const auto ping_pong = plan_buffers(settings, large, test::ping_pong, 0, 8, 2);
  EXPECT_GT(ping_pong->send_bytes, 511 * mebibyte) << "half of -mem each";
  settings.off_cache = OffCache{260, 0};
  EXPECT_FALSE(within_memory(settings, *plan_buffers(settings, large, test::ping_pong, 0, 8, 2)))
      << "what the user gives in MB is never cut";
}

TEST(Buffers, SayWhatTheCacheOfThisMachineIs) {
  Settings settings;
  settings.benchmarks = {"PingPong"};
  const auto plan = make_plan(settings, test::rows, 2).value();
  EXPECT_EQ(describe_off_cache(settings, {mebibyte, 64}, plan), "");
  settings.off_cache = OffCache{-1, 0};
  EXPECT_EQ(describe_off_cache(settings, {32 * mebibyte, 64}, plan),
            "\n# -off_cache -1: messages are spread over 64 MiB, twice the last-level cache\n");
  EXPECT_EQ(describe_off_cache(settings, {260 * mebibyte, 64}, plan),
            "\n# -off_cache -1: messages are spread over the 512 MiB that -mem leaves room for; twice the "
            "last-level\n# cache is 520 MiB\n");
  settings.off_cache = OffCache{16, 64};
  EXPECT_EQ(describe_off_cache(settings, {260 * mebibyte, 64}, plan), "");
}

TEST(Buffers, HaveASectionForEachRepetitionUnderEveryPolicy) {
  Settings settings;
  for (const auto policy :
       {IterPolicy::automatic, IterPolicy::dynamic, IterPolicy::off, IterPolicy::multiple_np}) {
    settings.iter_policy = policy;
    for (const std::int64_t bytes : {4, 65536, 4194304})
      EXPECT_EQ(plan_of(test::unidir_put, bytes, 2, 0, settings).window_slots,
                wanted_repetitions(settings, test::unidir_put, 0, bytes, 2))
          << static_cast<int>(policy) << " " << bytes;
  }
  settings.iter_policy = IterPolicy::off;
  EXPECT_EQ(plan_of(test::unidir_put, 65536, 2, 0, settings).window_slots, 1000);
}

TEST(Buffers, OfFilesAreNotSpread) {
  Settings settings;
  settings.off_cache = OffCache{-1, 0};
  const auto buffers = plan_buffers(settings, {}, test::p_write, 0, 1000, 4);
  ASSERT_TRUE(buffers);
  EXPECT_EQ(buffers->total(), 250);
}

TEST(Buffers, NeverOverflow) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  Settings plain, spread;
  spread.off_cache = OffCache{1e300, most};
  for (const auto* settings : {&plain, &spread})
    for (const auto& row : test::rows)
      for (std::int64_t bytes = most; bytes > 0; bytes /= 3)
        for (const int processes : {2, 1000, std::numeric_limits<int>::max()}) {
          const auto buffers = plan_buffers(*settings, {}, row, 0, bytes, processes);
          if (!buffers) continue;
          EXPECT_GE(buffers->send_bytes, 0);
          EXPECT_GE(buffers->receive_bytes, 0);
          EXPECT_GE(buffers->window_bytes, 0);
          EXPECT_GE(buffers->total(), 0) << row.name << " " << bytes << " " << processes;
        }
  EXPECT_THAT(plan_buffers(plain, {}, test::alltoall, 0, most / 2, 1000).error().message,
              HasSubstr("64 bits"));
}

TEST(Memory, HoldsTheStatusesOfFileTransfers) {
  const Settings settings;
  const auto buffers = plan_of(test::p_write, 1000, 4);
  EXPECT_EQ(with_statuses(buffers, 50, 24).total(), buffers.total() + 1200);
  EXPECT_TRUE(within_memory(settings, with_statuses(buffers, 40'000'000, 24)));
  EXPECT_FALSE(within_memory(settings, with_statuses(buffers, 50'000'000, 24)));
  EXPECT_FALSE(within_memory(settings, with_statuses(buffers, std::numeric_limits<std::int64_t>::max(), 24)));
}

TEST(Memory, IsBoundedByMem) {
  Settings settings;
  settings.mem_gib = 0.5;
  EXPECT_TRUE(within_memory(settings, plan_of(test::ping_pong, 256 * mebibyte, 2)));
  EXPECT_FALSE(within_memory(settings, plan_of(test::ping_pong, 256 * mebibyte + 1, 2)));
  EXPECT_EQ(memory_reason(plan_of(test::ping_pong, gibibyte, 2)),
            "needed X=   2.000 GB; use flag \"-mem X\"");
}

TEST(Memory, AdviceIsEnough) {
  Settings settings;
  for (const std::int64_t bytes : {std::int64_t{1}, mebibyte, 600 * mebibyte + 1}) {
    const Buffers buffers = plan_of(test::ping_pong, bytes, 2);
    settings.mem_gib = std::stod(memory_reason(buffers).substr(9));
    EXPECT_TRUE(within_memory(settings, buffers)) << memory_reason(buffers);
  }
  EXPECT_EQ(memory_reason(plan_of(test::ping_pong, 1, 2)), "needed X=   0.001 GB; use flag \"-mem X\"");
  EXPECT_EQ(refused_memory(plan_of(test::ping_pong, gibibyte, 2)),
            "needed 2.000 GB, which the system refused on a rank");
}

TEST(Buffers, of_a_map_of_links_count_the_map_on_the_first_rank) {
  Benchmark links = test::ping_pong;
  links.klass = TransferClass::links;
  Settings settings;
  const auto map = [&](int processes, int rank) {
    return plan_buffers(settings, {}, links, 0, 8, processes, rank)->map_bytes;
  };
  EXPECT_EQ(map(1000, 0), 8'000'000);
  EXPECT_EQ(map(1000, 1), 0);
  EXPECT_EQ(plan_buffers(settings, {}, test::ping_pong, 0, 8, 1000)->map_bytes, 0);
  const auto small = plan_buffers(settings, {}, links, 0, 8, 1000);
  const auto large = plan_buffers(settings, {}, links, 0, 8, 100'000);
  EXPECT_TRUE(within_memory(settings, *small));
  ASSERT_FALSE(within_memory(settings, *large));
  EXPECT_EQ(
      memory_reason(*large),
      "needed X=  74.506 GB; use flag \"-mem X\" (the map of all links takes 8 bytes a pair on the first rank)");
}

}  // namespace
}  // namespace sonde
