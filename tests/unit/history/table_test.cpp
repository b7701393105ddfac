// One number a case and night.
#include "history/table.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sonde::history {
namespace {

record::Run launch(double seconds, const std::string& host = "n1", const std::string& program = "IMB-MPI1") {
  record::Run run;
  run.header.program = program;
  run.header.places = {{0, host, {}}, {1, host, {}}};
  record::CaseRecord row;
  row.id.benchmark = "Allreduce";
  row.id.processes = 2;
  row.id.bytes = 8;
  row.times = record::Times{seconds, seconds, seconds};
  run.cases.push_back(row);
  return run;
}

TEST(Table, HoldsTheMedianOfTheLaunches) {
  TableMaker table;
  for (const double seconds : {1e-6, 9e-6, 2e-6}) table.add(0, launch(seconds));
  table.add(2, launch(3e-6));
  const auto rows = table.rows(3);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_NEAR(rows[0].plain(0), 2e-6, 1e-12);
  EXPECT_FALSE(rows[0].nights[0].weak());
  EXPECT_TRUE(std::isnan(rows[0].nights[1].value));
  EXPECT_TRUE(rows[0].nights[2].weak());
}

TEST(Table, CountsALaunchThatMeasuredACaseMoreThanOnceAsOne) {
  TableMaker table;
  auto thrice = launch(1e-6);
  for (const double seconds : {8e-6, 9e-6}) thrice.cases.push_back(launch(seconds).cases[0]);
  table.add(0, thrice);
  table.add(0, launch(2e-6));
  const auto rows = table.rows(1);
  EXPECT_EQ(rows.at(0).nights[0].launches, 2);
  EXPECT_TRUE(rows[0].nights[0].weak());
  EXPECT_NEAR(rows[0].plain(0), 4e-6, 1e-12);  // of 8 and 2: in the logarithm
}

TEST(Table, KnowsHowFarDigitsAndTheTimerLeaveANightOpen) {
  TableMaker table;
  auto printed = launch(0.12e-6), coarse = launch(1e-6);
  printed.cases[0].rounding = record::Rounding{.seconds = 0.005e-6};
  coarse.cases[0].times.reset();
  coarse.cases[0].summary =
      stats::Summary{.mean = 0.12e-6, .median = 0.12e-6, .repetitions = 10, .batches = 10};
  coarse.header.timer_resolution = 0.02e-6;
  table.add(0, launch(0.12e-6)), table.add(0, printed);
  table.add(1, launch(0.12e-6));
  auto rows = table.rows(2);
  EXPECT_NEAR(rows.at(0).nights[0].rounding, std::log(0.12 / 0.115), 1e-6);
  EXPECT_EQ(rows[0].nights[1].rounding, 0);
  TableMaker of_records;
  of_records.add(0, coarse);
  EXPECT_NEAR(of_records.rows(1).at(0).nights[0].rounding, std::log(0.12 / 0.11), 1e-6);
}

TEST(Table, KnowsACaseOnRenamedHosts) {
  TableMaker table;
  table.add(0, launch(1e-6, "old"));
  table.add(1, launch(1e-6, "new"));
  EXPECT_EQ(table.rows(2).size(), 1U);
}

TEST(Table, TellsProgramsApart) {
  TableMaker table;
  table.add(0, launch(1e-6));
  table.add(0, launch(1e-6, "n1", "PMB-MPI1"));
  const auto rows = table.rows(1);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].name, "Allreduce, 2 processes, 8 B, IMB-MPI1");
  EXPECT_NE(rows[0].name, rows[1].name);
}

TEST(Table, CountsFailures) {
  TableMaker table;
  table.add(0, launch(1e-6));
  auto broken = launch(1e-6);
  broken.cases[0].status = record::Status::failed;
  broken.cases[0].times.reset();
  table.add(1, broken);
  const auto rows = table.rows(2);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].nights[1].failed, 1);
  EXPECT_EQ(rows[0].nights[1].launches, 0);
}

TEST(Table, ALaunchThatMovedWrongDataFailed) {
  TableMaker table;
  table.add(0, launch(1e-6));
  auto wrong = launch(0.5e-6);
  wrong.cases[0].defects = 3;
  table.add(1, wrong);
  EXPECT_EQ(table.rows(2).at(0).nights[1].failed, 1);
  EXPECT_EQ(table.rows(2).at(0).nights[1].launches, 0);
}

TEST(Table, AHigherRateIsFaster) {
  TableMaker table;
  for (std::size_t night : {0U, 1U}) {
    auto run = launch(1);
    run.cases[0].times.reset();
    run.cases[0].megabytes_per_second = night == 0 ? 100 : 200;
    table.add(night, run);
  }
  const auto rows = table.rows(2);
  EXPECT_GT(rows[0].nights[0].value, rows[0].nights[1].value);
  EXPECT_NEAR(rows[0].plain(1), 200 * 1.048576, 1e-9);  // of 10^6 bytes
  EXPECT_STREQ(rows[0].unit(), "MB/s");
}

TEST(Table, RatesOfDifferentMbytesAreTheSame) {
  TableMaker table;
  for (std::size_t night : {0U, 1U}) {
    auto run = launch(1);
    run.header.megabyte = night == 0 ? 1e6 : 1048576;
    run.cases[0].times.reset();
    run.cases[0].megabytes_per_second = 1e9 / run.header.megabyte;
    table.add(night, run);
  }
  const auto rows = table.rows(2);
  EXPECT_NEAR(rows[0].nights[0].value, rows[0].nights[1].value, 1e-12);
}

/// From a window of 4 messages to one of 16, which are as fast.
TEST(Table, takes_rates_where_repetitions_move_unlike_numbers_of_messages) {
  TableMaker table;
  for (const int window : {4, 16}) {
    auto run = launch(1e-6 * window);
    run.cases[0].megabytes_per_second = 8;
    run.cases[0].messages_per_second = 1e6;
    table.add(window == 4 ? 0 : 1, run);
  }
  const auto rows = table.rows(2);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].quantity, analysis::Quantity::rate);
  EXPECT_NEAR(rows[0].nights[0].value, rows[0].nights[1].value, 1e-12);
}

TEST(Table, TakesAveragesWhereThereIsNothingElse) {
  TableMaker table;
  auto run = launch(1);
  run.cases[0].times = record::Times{std::nan(""), std::nan(""), 3e-6};
  table.add(0, run);
  const auto rows = table.rows(1);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].quantity, analysis::Quantity::t_avg);
  EXPECT_NEAR(rows[0].plain(0), 3e-6, 1e-12);
}

TEST(Table, ShowsWhatTheLastNightHasWhereNightsHaveNothingInCommon) {
  TableMaker table;
  record::Run average = launch(1e-6), slowest = launch(3e-6);
  average.cases[0].times = record::Times{std::nan(""), std::nan(""), 1e-6};
  slowest.cases[0].times = record::Times{std::nan(""), 3e-6, std::nan("")};
  table.add(0, slowest);
  table.add(1, average);
  const auto rows = table.rows(2);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_TRUE(std::isnan(rows[0].nights[0].value));
  EXPECT_NEAR(rows[0].plain(1), 1e-6, 1e-12);
}

TEST(Table, FollowsTransfersBesideComputationByTheirPureTimeAndOverlapToo) {
  TableMaker table;
  for (std::size_t night : {0U, 1U}) {
    auto run = launch(1);
    run.cases[0].times.reset();
    run.cases[0].overlap = record::OverlapTimes{.overlapped = 4e-6,
                                                .pure = night == 0 ? 2e-6 : 3e-6,
                                                .cpu = 3e-6,
                                                .percent = night == 0 ? 80.0 : 0.0};
    table.add(night, run);
  }
  const auto rows = table.rows(2);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].name, "Allreduce, 2 processes, 8 B");
  EXPECT_EQ(rows[1].name, "Allreduce, 2 processes, 8 B, t_pure");
  EXPECT_NEAR(rows[1].nights[1].value - rows[1].nights[0].value, std::log(1.5), 1e-12);
  EXPECT_EQ(rows[2].name, "Allreduce, 2 processes, 8 B, overlap");
  EXPECT_STREQ(rows[2].unit(), "%");
  EXPECT_NEAR(rows[2].plain(0), 80, 1e-9);
  EXPECT_NEAR(rows[2].nights[1].value - rows[2].nights[0].value, std::log(2 / 1.2), 1e-12);
  EXPECT_FALSE(rows[1].leading);
}

TEST(Table, AFailureOfATransferBesideComputationCountsOnce) {
  TableMaker table;
  auto run = launch(1);
  run.cases[0].times.reset();
  run.cases[0].overlap = record::OverlapTimes{.overlapped = 4e-6, .pure = 2e-6, .cpu = 3e-6, .percent = 10};
  table.add(0, run);
  run.cases[0].status = record::Status::failed;
  table.add(1, run);
  int failed = 0;
  for (const HistoryRow& row : table.rows(2)) failed += row.nights[1].failed;
  EXPECT_EQ(failed, 1);
}

}  // namespace
}  // namespace sonde::history
