// Performance logs of ReFrame: a run a line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "readers/parsers.hpp"
#include "readers/read.hpp"

namespace sonde::readers {
namespace {

using namespace record;

const std::string heading =
    "result|job_completion_time|descr|environ|job_completion_time_unix|job_nodelist|modules|name|num_tasks|partition|bw_value|bw_unit|"
    "bw_ref|bw_lower_thres|bw_upper_thres|lat_value|lat_unit|lat_ref|system\n";

Result<Run> perflog(const std::string& line) {
  return read_text(heading + line + "\n", "t");
}

TEST(Perflog, ALineIsARunWithACaseForEachVariable) {
  const auto run = perflog(
      "pass|2024-02-21T22:51:16||gnu|1708555876.746763|null|ucx|osu|4|gpu|1.5|GB/s|0|None|None|2.5|us|0|daint");
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->format, Format::reframe_perflog);
  EXPECT_EQ(run->header.start, "2024-02-21T22:51:16Z");
  EXPECT_EQ(run->header.program, "ReFrame");
  EXPECT_EQ(run->header.environment.at("modules"), "ucx");
  ASSERT_EQ(run->cases.size(), 2U);
  EXPECT_EQ(run->cases[0].id.benchmark, "osu bw");
  EXPECT_EQ(run->cases[0].id.mode, "daint:gpu+gnu");
  EXPECT_EQ(run->cases[0].id.processes, 4);
  EXPECT_DOUBLE_EQ(*run->cases[0].megabytes_per_second, 1500);
  EXPECT_FALSE(run->cases[0].times);
  EXPECT_EQ(run->cases[1].id.benchmark, "osu lat");
  EXPECT_DOUBLE_EQ(run->cases[1].times->max, 2.5e-6);
}

TEST(Perflog, WhatFailedHasNoValue) {
  const auto run =
      perflog("fail|x|||0|null||osu|null||null|GB/s|0|None|None|2.5|us|0|daint");  // lat missed its reference
  ASSERT_TRUE(run) << run.error().message;
  ASSERT_EQ(run->cases.size(), 2U);
  EXPECT_EQ(run->cases[0].status, Status::failed);
  EXPECT_EQ(run->cases[1].status, Status::measured);
  EXPECT_EQ(run->cases[0].id.mode, "daint");
  EXPECT_EQ(run->cases[0].id.processes, 1);
}

TEST(Perflog, AVariableOfAnotherVariantIsLeftOut) {
  const auto run = perflog("pass|x||gnu|0|null||osu|1|gpu|||0|None|None|2.5|us|0|daint");
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->cases.size(), 1U);
  EXPECT_TRUE(run->notes.empty());
}

TEST(Perflog, AUnitThatIsNeitherTimeNorBandwidthIsNoted) {
  const auto run = perflog("pass|x||gnu|0|null||osu|1|gpu|7|GFLOPS|0|None|None|2.5|us|0|daint");
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->cases.size(), 1U);
  ASSERT_EQ(run->notes.size(), 1U);
  EXPECT_NE(run->notes[0].find("bw in GFLOPS"), std::string::npos) << run->notes[0];
}

TEST(Perflog, EveryUnitIsATimeOrABandwidth) {
  const auto measured = [](const std::string& unit) {
    const auto run = perflog("pass|x||gnu|0|null||osu|1|gpu|3|" + unit + "|0|None|None|||0|daint");
    if (!run || run->cases.empty()) return CaseRecord{};
    return run->cases[0];
  };
  for (const auto& [unit, seconds] : {std::pair{"s", 1.0},
                                      {"sec", 1.0},
                                      {"seconds", 1.0},
                                      {"min", 60.0},
                                      {"ms", 1e-3},
                                      {"us", 1e-6},
                                      {"usec", 1e-6},
                                      {"ns", 1e-9}}) {
    const CaseRecord row = measured(unit);
    ASSERT_TRUE(row.times) << unit;
    EXPECT_DOUBLE_EQ(row.times->max, 3 * seconds) << unit;
    EXPECT_FALSE(row.megabytes_per_second) << unit;
  }
  for (const auto& [unit, bytes] : {std::pair{"B/s", 1.0},
                                    {"kB/s", 1e3},
                                    {"KB/s", 1e3},
                                    {"KiB/s", 1024.0},
                                    {"MB/s", 1e6},
                                    {"MiB/s", 1048576.0},
                                    {"GB/s", 1e9},
                                    {"GiB/s", 1073741824.0},
                                    {"TB/s", 1e12}}) {
    const CaseRecord row = measured(unit);
    ASSERT_TRUE(row.megabytes_per_second) << unit;
    EXPECT_DOUBLE_EQ(*row.megabytes_per_second, 3 * bytes / 1e6) << unit;
    EXPECT_FALSE(row.times) << unit;
  }
}

TEST(Perflog, WrongLinesAreRefused) {
  for (const char* line : {"pass|x", "pass|x||gnu|0|null||osu|1|gpu|1|GB/s|0|None|None|2.5|us",
                           "pass|x||gnu|0|null|||1|gpu|1|GB/s|0|None|None|2.5|us|0|daint",
                           "pass|x|a | b|gnu|0|null||osu|1|gpu|1|GB/s|0|None|None|2.5|us|0|daint"}) {
    const auto run = perflog(line);
    ASSERT_FALSE(run) << line;
    EXPECT_EQ(run.error().message.substr(0, 4), "t:2:") << run.error().message;
  }
}

TEST(Perflog, AWrongValueCostsItselfAndAWrongLineItsLine) {
  const std::string good = "|x||gnu|0|null||osu|1|gpu|1|GB/s|0|None|None|2.5|us|0|daint\n";
  for (const std::string wrong : {"many", "-1"}) {
    const auto run = perflog("pass|x||gnu|0|null||osu|1|gpu|" + wrong + "|GB/s|0|None|None|2.5|us|0|daint");
    ASSERT_TRUE(run) << run.error().message;
    ASSERT_EQ(run->cases.size(), 1U);
    EXPECT_DOUBLE_EQ(run->cases[0].times->avg, 2.5e-6);
    EXPECT_THAT(run->notes.at(0), testing::HasSubstr("line 2 looks like a row and is not taken: ")) << wrong;
  }
  const auto runs = perflog("pass" + good + "pass|x\npass" + good);
  ASSERT_FALSE(runs);
  EXPECT_THAT(runs.error().message, testing::HasSubstr("holds 2 runs"))
      << "two lines, the third is passed over";
}

TEST(Perflog, ANewHeadingHoldsFromThereOn) {
  const auto run =
      read_text(heading + "result|job_completion_time_unix|name|t_value|t_unit\npass|86400|two|3|s\n", "t");
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->cases.at(0).id.benchmark, "two t");
  EXPECT_EQ(run->header.start, "1970-01-02T00:00:00Z");
}

TEST(Perflog, AYearOfLinesIsRead) {
  std::string text = heading;
  constexpr int lines = 20000;
  for (int i = 0; i < lines; ++i)
    text +=
        "pass|2024-02-21T22:51:16||gnu|1708555876|null|ucx|osu|4|gpu|1.5|GB/s|0|None|None|2.5|us|0|daint\n";
  const auto all = read_text(text, "t");  // more than one run
  ASSERT_FALSE(all);
  EXPECT_NE(all.error().message.find("holds 20000 runs"), std::string::npos) << all.error().message;
}

}  // namespace
}  // namespace sonde::readers
