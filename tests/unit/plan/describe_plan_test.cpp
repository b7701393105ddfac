#include "plan/describe_plan.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "catalog/convention_words.hpp"
#include "plan/conventions.hpp"
#include "rows.hpp"

namespace sonde {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

std::string described(const Settings& settings, int ranks) {
  return describe(make_plan(settings, test::rows, ranks).value(), settings);
}

TEST(Describe, HasALineForEverySectionAndASum) {
  Settings settings;
  settings.benchmarks = {"PingPong", "Unidir_Put", "Barrier"};
  settings.max_log = 22;
  EXPECT_EQ(
      described(settings, 3),
      "# Plan for 3 processes; nothing is measured\n# PingPong: 2 processes (1 waiting); 24 lengths, 0 to "
      "4194304 bytes; 10 to 1000 repetitions; 8 MiB per process\n# Unidir_Put, AGGREGATE: 2 processes (1 "
      "waiting); 22 lengths, 0 to 4194304 bytes; 10 to 1000 repetitions; 80 MiB per process\n# Unidir_Put, "
      "NON-AGGREGATE: 2 processes (1 waiting); 22 lengths, 0 to 4194304 bytes; 10 to 100 repetitions; 8 MiB per "
      "process\n# Barrier: 2 processes (1 waiting); no length; 1000 repetitions; 0 B per process\n# Barrier: 3 "
      "processes; no length; 1000 repetitions; 0 B per process\n# 70 cases in 5 tables; the measured loops take "
      "at most 11 min 40 s\n");
}

TEST(Describe, NamesGroupsAndWhatCannotRun) {
  Settings settings;
  settings.benchmarks = {"PingPong"};
  EXPECT_THAT(described(settings, 1),
              HasSubstr("# Benchmark PingPong invalid for 1 process: not run\n# 0 cases in 0 tables"));
  settings.multi = Multi::each;
  settings.lengths = {64};
  EXPECT_THAT(described(settings, 6),
              HasSubstr("# Multi-PingPong: 3 groups of 2 processes; 64 bytes; 1000 repetitions; "
                        "128 B per process\n# 1 case in 1 table"));
}

TEST(Describe, SaysWhatTheRecordHasAlready) {
  Settings settings;
  settings.benchmarks = {"PingPong", "Barrier"};
  settings.lengths = {64, 128, 256};
  const Plan plan = make_plan(settings, test::rows, 2).value();
  const std::vector<std::int64_t> recorded{2, 0};
  const auto text = describe(plan, settings, {}, recorded);
  EXPECT_THAT(text, HasSubstr("512 B per process; 1 of 3 cases left\n# Barrier: 2 processes; no length; 1000 "
                              "repetitions; 0 B per process\n"));
  EXPECT_THAT(text,
              HasSubstr("# 4 cases in 2 tables; 2 in the record, 2 left; the measured loops take at most "
                        "20 s\n"));
  EXPECT_EQ(describe(plan, settings, {}, std::vector<std::int64_t>{0, 0}), describe(plan, settings));
}

TEST(Describe, CountsLengthsThatExceedTheMemory) {
  Settings settings;
  settings.benchmarks = {"PingPong"};
  settings.mem_gib = 1.0 / 1024;
  EXPECT_THAT(described(settings, 2), HasSubstr("; 1 MiB per process (3 lengths above -mem)\n"));
}

TEST(Describe, PromisesNoTimeWhereNoneIsBounded) {
  Settings settings;
  settings.benchmarks = {"PingPong"};
  settings.seconds_per_sample = std::numeric_limits<double>::infinity();
  EXPECT_THAT(described(settings, 2), Not(HasSubstr("at most")));
  settings.seconds_per_sample = 10;
  settings.iter_policy = IterPolicy::automatic;
  EXPECT_THAT(described(settings, 2), Not(HasSubstr("at most")));
  settings.iter_policy = IterPolicy::off;
  EXPECT_THAT(described(settings, 2), HasSubstr("the measured loops take at most"));
}

std::string convention(const Settings& settings, const std::string& name) {
  for (const auto& [key, value] : conventions_in_force(settings))
    if (key == name) return value;
  return "absent";
}

TEST(Conventions, AreKnownToReaders) {
  Settings settings;
  for (const Suite suite : every_suite) {
    settings.suite = suite;
    for (const auto& [name, value] : conventions_in_force(settings))
      EXPECT_THAT(convention_names, Contains(name));
  }
}

TEST(Conventions, FollowTheSettings) {
  Settings settings;
  EXPECT_EQ(convention(settings, "Mbyte"), "2^20 bytes");
  settings.megabyte = 1e6;
  EXPECT_EQ(convention(settings, "Mbyte"), "10^6 bytes");
  EXPECT_EQ(convention(settings, "Root"), "i mod P in repetition i");
  settings.suite = Suite::io;
  EXPECT_EQ(convention(settings, "Root"), "absent");
  settings.root_shift = false;
  settings.suite = Suite::rma;
  EXPECT_EQ(convention(settings, "Root"), "-root_shift has no effect");
  settings.suite = Suite::io;
  EXPECT_EQ(convention(settings, "Cache"), "absent");
  settings.seconds_per_sample = 2.5;
  EXPECT_EQ(convention(settings, "Time limit"), "2.5 s per length");
  settings.iter_policy = IterPolicy::off;
  EXPECT_EQ(convention(settings, "Time limit"),
            "2.5 s per length; a row that would take longer ends its table");
  settings.iter_policy = IterPolicy::automatic;
  EXPECT_EQ(convention(settings, "Time limit"), "2.5 s per length, none for benchmarks with a root");
  settings.precision = 0.01;
  EXPECT_EQ(convention(settings, "Time limit"), "2.5 s per length");
  settings.off_cache = OffCache{-1, 0};
  EXPECT_EQ(convention(settings, "Cache"), "buffers reused, -off_cache is not effective in IMB-IO");
}

TEST(Conventions, NameTimesAndCachesInShortNumbers) {
  Settings settings;
  settings.seconds_per_sample = 1.0 / 3;
  EXPECT_EQ(convention(settings, "Time limit"), "0.333333 s per length");
  settings.seconds_per_sample = std::numeric_limits<double>::infinity();
  EXPECT_EQ(convention(settings, "Time limit"), "none");
  settings.seconds_per_sample = 5e-324;  // a number that has no full precision
  EXPECT_EQ(convention(settings, "Time limit"), "4.94066e-324 s per length");
  EXPECT_EQ(convention(settings, "Cache"), "buffers reused");
  settings.off_cache = OffCache{2.5, 128};
  EXPECT_EQ(convention(settings, "Cache"), "avoided, 2.5 MB");
  settings.off_cache = OffCache{-1, 0};
  EXPECT_EQ(convention(settings, "Cache"), "avoided, size of this machine");
  settings.warm_up_calls = 1;
  EXPECT_EQ(convention(settings, "Warm-up"), "1 call before the first length and until times settle");
  settings.warm_up = WarmUp::automatic;
  EXPECT_EQ(convention(settings, "Warm-up"), "until times settle");
  settings.root_shift = false;
  EXPECT_EQ(convention(settings, "Root"), "rank 0");
  settings.suite = Suite::io;
  EXPECT_EQ(convention(settings, "Page cache"), "reads may come from it (-cold keeps them out)");
  settings.cold = true;
  EXPECT_EQ(convention(settings, "Page cache"), "dropped before each loop of reads (posix_fadvise)");
}

TEST(Conventions, NameTheBarriersThatRun) {
  Settings settings;
  EXPECT_EQ(convention(settings, "Start"), "2 barriers before each loop");
  settings.barriers = 5;
  EXPECT_EQ(convention(settings, "Start"), "5 barriers before each loop");
  settings.barriers = 1;
  settings.start = Start::dissemination;
  EXPECT_EQ(convention(settings, "Start"), "1 dissemination barrier before each loop");
  settings.start = Start::barrier;
  settings.imb_barrier = true;
  EXPECT_EQ(convention(settings, "Start"), "1 dissemination barrier before each loop");
  EXPECT_EQ(convention(settings, "Clock"),
            "around every call of a collective that completes by itself, a dissemination barrier after it");
  settings.suite = Suite::rma;
  EXPECT_EQ(convention(settings, "Clock"), "around batches of one loop");
  settings.sync_calls = true;
  settings.imb_barrier = false;
  EXPECT_EQ(convention(settings, "Clock"), "around batches of one loop, -sync has no effect");
  settings.suite = Suite::mpi1;
  EXPECT_EQ(convention(settings, "Clock"),
            "around every call of a collective that completes by itself, a barrier after it");
  settings.arrival.emplace();
  EXPECT_EQ(convention(settings, "Clock"), "around every call");
  settings.warm_up_calls = 7;
  EXPECT_EQ(convention(settings, "Warm-up"), "7 calls before the first length and until times settle");
  settings.suite = Suite::io;
  EXPECT_EQ(convention(settings, "Warm-up"), "one transfer before each length");
  settings.warm_up = WarmUp::off;
  EXPECT_EQ(convention(settings, "Warm-up"), "off");
}

}  // namespace
}  // namespace sonde
