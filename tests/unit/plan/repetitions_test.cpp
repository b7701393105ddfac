#include "plan/repetitions.hpp"

#include <gmock/gmock.h>

#include <random>

#include "plan/lengths.hpp"
#include "plan/messages.hpp"
#include "rows.hpp"

namespace sonde {
namespace {

std::int64_t count_at(const Settings& settings, std::int64_t bytes, const Benchmark& row = test::ping_pong,
                      int mode = 0) {
  return repetitions(settings, row, mode, {.bytes = bytes, .processes = 2});
}

TEST(Repetitions, AreThoseOfTheGuidesSamples) {
  Settings settings;  // guide 6.1
  EXPECT_EQ(count_at(settings, 0), 1000);
  EXPECT_EQ(count_at(settings, 32768), 1000);
  EXPECT_EQ(count_at(settings, 65536), 640);
  EXPECT_EQ(count_at(settings, 131072), 320);
  EXPECT_EQ(count_at(settings, 4194304), 10);
  EXPECT_EQ(count_at(settings, 100000), 419);  // guide 6.2
  EXPECT_EQ(count_at(settings, 1000000), 41);
}

TEST(Repetitions, OfIoAreThoseOfTheGuidesSample) {
  Settings settings;  // guide 6.3
  settings.suite = Suite::io;
  settings.iterations = {50, std::int64_t{16} << 20, 10};
  EXPECT_EQ(count_at(settings, 0, test::p_write, 0), 50);
  EXPECT_EQ(count_at(settings, 262144, test::p_write, 0), 50);
  EXPECT_EQ(count_at(settings, 524288, test::p_write, 0), 32);
  EXPECT_EQ(count_at(settings, 16777216, test::p_write, 0), 1);
  EXPECT_EQ(count_at(settings, 1048576, test::p_write, 1), 10);
  EXPECT_EQ(count_at(settings, 2097152, test::p_write, 1), 8);
}

TEST(Repetitions, OfWindowUseTheNonAggregateCount) {
  Settings settings;  // guide 6.4
  EXPECT_EQ(count_at(settings, 0, test::window), 100);
  EXPECT_EQ(count_at(settings, 262144, test::window), 100);
  EXPECT_EQ(count_at(settings, 524288, test::window), 80);
  EXPECT_EQ(count_at(settings, 4194304, test::window), 10);
}

TEST(Repetitions, CountEveryMessageOfAWindowUnlessTheySharePlaces) {
  Settings settings;
  settings.window_messages = 64;
  Benchmark row = test::uniband;
  row.message = {.send = Extent::window_of_messages, .receive = Extent::window_of_messages};
  EXPECT_EQ(count_at(settings, 512, row), 1000);
  EXPECT_EQ(count_at(settings, 65536, row), 10);
  EXPECT_EQ(count_at(settings, 4194304, row), 1);
  EXPECT_EQ(count_at(settings, 512, test::uniband), 1000);
  EXPECT_EQ(count_at(settings, 65536, test::uniband), 640) << "40 MiB / X windows, as other suites have it";
  EXPECT_EQ(count_at(settings, 4194304, test::uniband), 10);
}

TEST(Ceilings, AreCountsThatTheTimeHasCut) {
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(
      ceiling_after(none, {.wanted = 1000, .ran = 1000, .loop_seconds = 1, .seconds_per_repetition = 1}),
      none);
  EXPECT_EQ(
      ceiling_after(none, {.wanted = 1000, .ran = 100, .loop_seconds = 1, .seconds_per_repetition = 0.01}),
      100);
  EXPECT_EQ(
      ceiling_after(200, {.wanted = 1000, .ran = 100, .loop_seconds = 1, .seconds_per_repetition = 0.006}),
      100);
  EXPECT_EQ(ceiling_after(200, {.wanted = 1000, .ran = 100, .loop_seconds = 1, .seconds_per_repetition = 0}),
            100);
}

TEST(Ceilings, AreNoneWhereOnlyAnInterruptionOfTheProbeHasCutTheCount) {
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(
      ceiling_after(none, {.wanted = 1000, .ran = 1, .loop_seconds = 1, .seconds_per_repetition = 1e-6}),
      none);
  EXPECT_EQ(
      ceiling_after(none, {.wanted = 1000, .ran = 1, .loop_seconds = 1, .seconds_per_repetition = 0.01}), 100)
      << "all do not fit, even so";
  EXPECT_EQ(
      ceiling_after(50, {.wanted = 1000, .ran = 50, .loop_seconds = 1, .seconds_per_repetition = 0.001}), 50)
      << "an earlier length still binds those that follow";
  for (const std::int64_t ran : {490, 900, 999})
    EXPECT_EQ(
        ceiling_after(none, {.wanted = 1000, .ran = ran, .loop_seconds = 10, .seconds_per_repetition = 1e-6}),
        none)
        << ran;
}

TEST(Partitions, AreEqualAndAsManyAsDivideTheMessage) {
  Settings settings;
  Benchmark row = test::ping_pong;
  EXPECT_EQ(partitions_of(settings, row, 4096), 1);
  row.parameter = Parameter::partitions;
  EXPECT_EQ(partitions_of(settings, row, 4096), 8);
  EXPECT_EQ(partitions_of(settings, row, 0), 8);
  EXPECT_EQ(partitions_of(settings, row, 1), 1);
  EXPECT_EQ(partitions_of(settings, row, 5), 5);
  EXPECT_EQ(partitions_of(settings, row, 12), 6);
  EXPECT_EQ(partitions_of(settings, row, 13), 1);
  settings.partitions = {65536};
  EXPECT_EQ(partitions_of(settings, row, std::int64_t{3} << 40), 65536);
  EXPECT_EQ(partitions_of(settings, row, 65535), 65535);
}

TEST(Messages, AreThoseOfEveryPair) {
  Settings settings;
  settings.window_messages = 64;
  EXPECT_EQ(counted_messages(settings, test::uniband, 2), 64);
  EXPECT_EQ(counted_messages(settings, test::uniband, 5), 128);
  EXPECT_EQ(counted_messages(settings, test::exchange, 5), 4);
  Benchmark row = test::exchange;
  row.metric.counted = Counted::ranks;
  EXPECT_EQ(counted_messages(settings, row, 5), 20);
  row.metric.counted = Counted::others;
  EXPECT_EQ(counted_messages(settings, row, 5), 16);
}

TEST(Repetitions, AreAtLeastOne) {
  Settings settings;
  EXPECT_EQ(count_at(settings, std::int64_t{1} << 62), 1);
  EXPECT_EQ(repetitions(settings, test::ping_pong, 0,
                        {.bytes = 1, .seconds_per_repetition = 100, .loop_seconds = 10}),
            1);
  settings.iterations.overall_bytes = 0;
  EXPECT_EQ(count_at(settings, 1), 1);
}

TEST(Repetitions, KeepToTheTime) {
  const Settings settings;
  const auto at = [&](double seconds, double limit = 2) {
    return repetitions(settings, test::ping_pong, 0,
                       {.bytes = 8, .seconds_per_repetition = seconds, .loop_seconds = limit});
  };
  EXPECT_EQ(at(0), 1000) << "not known";
  EXPECT_EQ(at(1e-6), 1000);
  EXPECT_EQ(at(0.0101), 198);  // 2 / 0.0101 = 198.02
  EXPECT_EQ(at(0.0101, std::numeric_limits<double>::infinity()), 1000);
}

TEST(Repetitions, NeverExceedTheCeiling) {
  Settings settings;
  EXPECT_EQ(repetitions(settings, test::ping_pong, 0, {.bytes = 8, .ceiling = 77}), 77);
  EXPECT_EQ(repetitions(settings, test::ping_pong, 0, {.bytes = 4194304, .ceiling = 77}), 10);
}

TEST(IterPolicy, OffTakesTheCountAsGiven) {
  Settings settings;
  settings.iter_policy = IterPolicy::off;
  settings.iterations.per_sample = 7;
  const RepetitionFacts facts{.bytes = std::int64_t{1} << 40, .seconds_per_repetition = 50, .ceiling = 2};
  EXPECT_EQ(repetitions(settings, test::ping_pong, 0, facts), 7);
}

TEST(IterPolicy, MultipleOfProcessesFollowsTheLength) {
  Settings settings;  // 2^22 is the largest length
  settings.iter_policy = IterPolicy::multiple_np;
  const auto at = [&](std::int64_t bytes, int processes) {
    return repetitions(settings, test::bcast, 0,
                       {.bytes = bytes, .processes = processes, .seconds_per_repetition = 1});
  };
  EXPECT_EQ(at(0, 4), 1000);
  EXPECT_EQ(at(0, 3), 999);
  EXPECT_EQ(at(4194304, 4), 200);  // 1000 / (4 + 1)
  EXPECT_EQ(at(4194304, 7), 126);  // 1000 / 8 = 125, nearest multiple of 7
  EXPECT_EQ(at(std::int64_t{1} << 62, 1024), 1024);
}

TEST(IterPolicy, AutomaticDoesSoForRotatingRootsOnly) {
  Settings settings;
  settings.iter_policy = IterPolicy::automatic;
  const RepetitionFacts facts{.bytes = 4194304, .processes = 4};
  EXPECT_EQ(repetitions(settings, test::bcast, 0, facts), 200);
  EXPECT_EQ(repetitions(settings, test::allreduce, 0, facts), 10);
}

TEST(TimeLimits, cut_counts_or_end_tables_or_are_none) {
  Settings settings;
  const auto limit = [&](const Benchmark& benchmark) { return time_limit(settings, benchmark); };
  EXPECT_EQ(limit(test::bcast), TimeLimit::cuts_the_count);
  settings.iter_policy = IterPolicy::automatic;
  EXPECT_EQ(limit(test::bcast), TimeLimit::none);
  EXPECT_EQ(limit(test::allreduce), TimeLimit::cuts_the_count);
  auto fixed_root = test::allreduce;
  fixed_root.message.root = Root::zero;
  EXPECT_EQ(limit(fixed_root), TimeLimit::none);
  fixed_root.klass = TransferClass::single_transfer;  // as Accumulate
  EXPECT_EQ(limit(fixed_root), TimeLimit::cuts_the_count);
  auto once = test::allreduce;
  once.once = true;
  for (const auto policy : {IterPolicy::off, IterPolicy::multiple_np}) {
    settings.iter_policy = policy;
    EXPECT_EQ(limit(test::allreduce), TimeLimit::ends_the_table);
    EXPECT_EQ(limit(once), TimeLimit::none);
  }
  settings.precision = 0.02;
  EXPECT_EQ(limit(test::allreduce), TimeLimit::cuts_the_count);
}

TEST(Repetitions, NeverGrowWithTheLength) {
  std::mt19937 random(20261121);
  for (int round = 0; round < 300; ++round) {
    Settings settings;
    settings.iterations.per_sample = std::uniform_int_distribution<std::int64_t>(1, 5000)(random);
    settings.iterations.overall_bytes = std::uniform_int_distribution<std::int64_t>(0, 1 << 28)(random);
    settings.iter_policy = static_cast<IterPolicy>(round % 4);
    RepetitionFacts facts{.processes = std::uniform_int_distribution<int>(1, 99)(random)};
    facts.loop_seconds = std::uniform_real_distribution<double>(0, 1)(random);
    for (const auto bytes : lengths_for(settings, test::bcast)) {
      facts.bytes = bytes;
      facts.seconds_per_repetition = std::uniform_real_distribution<double>(0, 1e-2)(random);
      const auto n = repetitions(settings, test::bcast, 0, facts);
      EXPECT_GE(n, 1);
      EXPECT_LE(n, facts.ceiling);
      facts.ceiling = n;
    }
  }
}

}  // namespace
}  // namespace sonde
