#include "model/samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/selection.hpp"

namespace sonde::model {
namespace {

record::CaseRecord entry(int groups, int group, std::int64_t bytes, double seconds) {
  record::CaseRecord c;
  c.id = {"PingPong", "", groups > 1, 2, groups, group, bytes};
  c.times = record::Times{seconds / 2, seconds, seconds * 0.75};
  c.repetitions = 10;
  return c;
}

TEST(Samples, of_other_modes_and_labels_are_fitted_apart) {
  record::Run run;
  run.cases = {entry(1, -1, 8, 1e-6), entry(1, -1, 8, 2e-6), entry(1, -1, 8, 3e-6)};
  run.cases[1].id.mode = "in-place";
  run.cases[2].id.mode = "in-place";
  run.cases[2].id.variant = {{"datatype", "double"}};
  const auto sorted = by_benchmark(samples_of(run));
  ASSERT_EQ(sorted.size(), 3U);
  EXPECT_EQ(sorted.at("PingPong").front().seconds, 1e-6);
  EXPECT_EQ(sorted.at("PingPong in-place").front().seconds, 2e-6);
  EXPECT_EQ(sorted.at("PingPong in-place, datatype double").front().seconds, 3e-6);
}

TEST(Samples, know_how_far_digits_and_the_timer_leave_them_open) {
  record::Run run;
  run.cases = {entry(1, -1, 8, 1e-6), entry(1, -1, 16, 1e-6), entry(1, -1, 32, 1e-6), entry(1, -1, 64, 1e-6)};
  run.cases[1].rounding = record::Rounding{.seconds = 5e-9};
  run.cases[2].times.reset();
  run.cases[2].megabytes_per_second = 32, run.cases[2].rounding = record::Rounding{.megabytes_per_second = 8};
  run.cases[3].summary = stats::Summary{.mean = 2e-6, .median = 2e-6, .repetitions = 10, .batches = 5};
  run.header.timer_resolution = 1e-6, run.header.megabyte = 1e6;
  const auto samples = samples_of(run);
  ASSERT_EQ(samples.size(), 4U);
  EXPECT_EQ(samples[0].rounding, 0);
  EXPECT_DOUBLE_EQ(samples[1].rounding, 5e-9);
  EXPECT_DOUBLE_EQ(samples[2].rounding, 1e-6 / 4);
  EXPECT_DOUBLE_EQ(samples[3].rounding, 1e-6 / 4);  // half a step, once in two calls
}

TEST(Samples, of_other_windows_are_fitted_apart) {
  record::Run run;
  run.header.settings["window_size"] = "16";
  run.cases = {entry(1, -1, 8, 1e-6), entry(1, -1, 16, 1e-6)};
  run.cases[0].messages_per_second = 16e6;
  const auto samples = samples_of(run);
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(samples[0].mode, "window 16");
  EXPECT_EQ(samples[1].mode, "") << "no windows are measured";
}

TEST(Samples, take_measured_cases_and_the_slowest_time) {
  record::Run run;
  run.cases = {entry(1, -1, 8, 1e-6), entry(4, -1, 8, 2e-6)};
  run.cases.push_back(entry(1, -1, 16, 1e-6));
  run.cases.back().status = record::Status::failed;
  run.cases.push_back(entry(1, -1, 32, 1e-6));
  run.cases.back().times.reset();
  const auto samples = samples_of(run);
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(samples[0].pairs, 1);
  EXPECT_EQ(samples[1].pairs, 4);
  EXPECT_EQ(samples[1].seconds, 2e-6);
  EXPECT_EQ(samples[1].repetitions, 10);
}

TEST(Samples, leave_out_times_of_wrong_data) {
  record::Run run;
  run.cases = {entry(1, -1, 8, 1e-6), entry(1, -1, 16, 2e-6), entry(1, -1, 32, 3e-6)};
  run.cases[0].defects = 0;
  run.cases[1].defects = 3;
  const auto samples = samples_of(run);
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(samples[1].bytes, 32);
}

// 0.9 to 1.1 us: half is 0.1 us, a standard deviation 0.1 / 1.96 us.
TEST(Samples, take_interval_and_deviation_from_the_interval_of_the_median) {
  record::Run run;
  run.cases = {entry(1, -1, 8, 1e-6), entry(1, -1, 16, 1e-6), entry(1, -1, 32, 1e-6)};
  for (record::CaseRecord& c : run.cases) c.summary.emplace();
  for (std::size_t i = 0; i < 2; ++i)
    run.cases[i].summary->ci_low = 0.9e-6, run.cases[i].summary->ci_high = 1.1e-6;
  run.cases[0].summary->batches = 20, run.cases[1].summary->batches = 2, run.cases[2].summary->batches = 20;
  run.cases[2].summary->ci_high = INFINITY;
  const auto samples = samples_of(run);
  EXPECT_NEAR(samples[0].half_interval, 1e-7, 1e-15);
  EXPECT_NEAR(samples[0].sigma, 5.102e-8, 1e-11);
  for (std::size_t i : {1U, 2U}) EXPECT_EQ(samples[i].sigma + samples[i].half_interval, 0) << i;
}

TEST(Samples, take_the_median_where_there_is_one_and_whole_loops_for_models_of_them) {
  record::Run run;
  run.cases = {entry(1, -1, 8, 1e-6), entry(1, -1, 16, 1e-6), entry(1, -1, 32, 1e-6)};
  run.cases[0].summary.emplace().median = 0.8e-6;
  run.cases[1].summary.emplace().median = NAN;
  auto samples = samples_of(run);
  ASSERT_EQ(samples.size(), 3U);
  EXPECT_EQ(samples[0].seconds, 0.8e-6);
  EXPECT_EQ(samples[1].seconds, 1e-6);
  EXPECT_EQ(samples[2].seconds, 1e-6);
  for (const Sample& s : over_whole_loops(samples)) EXPECT_EQ(s.seconds, 1e-6);
  samples[0].whole = 0;
  EXPECT_EQ(over_whole_loops(samples)[0].seconds, 0.8e-6);
}

TEST(Samples, groups_shown_one_by_one_are_one_case_with_the_slowest) {
  record::Run run;
  run.cases = {entry(2, 0, 8, 1e-6), entry(2, 1, 8, 3e-6), entry(2, 0, 16, 5e-6), entry(2, 1, 16, 4e-6)};
  const auto samples = samples_of(run);
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(samples[0].seconds, 3e-6);
  EXPECT_EQ(samples[1].seconds, 5e-6);
}

TEST(Samples, a_table_of_rates_becomes_times) {
  const auto samples =
      samples_of_rates("# text\npairs,bytes,aggregate,repetitions\n2,1000000,20.0,7\n", "t.csv");
  ASSERT_TRUE(samples.has_value()) << samples.error().message;
  EXPECT_DOUBLE_EQ(samples->front().seconds, 0.1);  // 2 x 10^6 bytes at 20 x 10^6 bytes/s
  EXPECT_EQ(samples->front().repetitions, 7);
  EXPECT_EQ(samples_of_rates("pairs,bytes,aggregate\n1,4194304,10\n", "t")->front().repetitions, 10);
}

TEST(Samples, a_bad_table_names_its_line) {
  for (const char* line : {"2,1000", "2,1000,x", "2,1000,-5", "2,0,5", "2,1000,nan", "2,1000,5,6", ",,",
                           "1e9,1,1", "2,1e-320,5", "0.5,8,5", "2,8,1e-300", "2,8,1e300"}) {
    const auto bad = samples_of_rates(std::string("pairs,bytes,aggregate\n2,8,1\n") + line + "\n", "t.csv");
    ASSERT_FALSE(bad.has_value()) << line;
    EXPECT_NE(bad.error().message.find("t.csv:3"), std::string::npos) << bad.error().message;
  }
}

TEST(Samples, the_measured_table_is_read_whole) {
  const auto samples = read_samples(std::string(SONDE_TEST_DATA) + "/model/pairs_100mbit.csv");
  ASSERT_TRUE(samples.has_value()) << samples.error().message;
  EXPECT_EQ(samples->size(), 36U);
  EXPECT_FALSE(read_samples("/nonexistent/file").has_value());
}

TEST(Samples, weights_never_let_one_point_rule) {
  std::vector<Sample> samples(4);
  for (Sample& s : samples) s.seconds = 2;
  samples[0].sigma = 0.2, samples[1].sigma = 0.2, samples[2].sigma = 1e-9;
  set_weights(samples);
  EXPECT_DOUBLE_EQ(samples[0].sigma, 0.2);
  EXPECT_DOUBLE_EQ(samples[2].sigma, 0.1);
  EXPECT_DOUBLE_EQ(samples[3].sigma, 0.2);
}

}  // namespace
}  // namespace sonde::model
