#include "report/comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace sonde::report {
namespace {

using record::CaseRecord;
using record::Run;
using testing::HasSubstr;

CaseRecord row(const std::string& benchmark, std::int64_t bytes, double median) {
  CaseRecord out;
  out.id = {.benchmark = benchmark, .processes = 2, .bytes = bytes};
  out.times = record::Times{9, 9, 9};  // means are noise here: medians must be used where there are any
  out.summary = stats::Summary{.median = median, .batches = 20};
  return out;
}

/// Five runs that differ by up to 2 %; PingPong at 8 B times `small`, at 1 KiB times `large`.
std::vector<Run> runs(double small, double large, int count = 5) {
  std::vector<Run> out;
  for (int i = 0; i < count; ++i) {
    Run run;
    const double wobble = 1 + 0.005 * ((3 * i) % 5);
    run.cases = {row("PingPong", 8, 1e-6 * small * wobble), row("PingPong", 1024, 2e-6 * large / wobble),
                 row("Barrier", -1, 3e-6 * wobble)};
    out.push_back(run);
  }
  return out;
}

TEST(Compare, finds_what_became_slower_and_what_became_faster) {
  const Comparison c = compare(runs(1, 1), runs(1.1, 0.8), 0.03);
  ASSERT_EQ(c.cases.size(), 3u);
  EXPECT_EQ(c.cases[0].verdict, Verdict::worse);
  EXPECT_EQ(c.cases[0].id.bytes, 8);
  EXPECT_NEAR(c.cases[0].ratio, 1.1, 1e-9);
  EXPECT_LT(c.cases[0].low, 1.1);
  EXPECT_GT(c.cases[0].high, 1.1);
  EXPECT_NEAR(c.cases[0].level, 1 - 8.0 / 252, 1e-12);
  EXPECT_DOUBLE_EQ(c.cases[0].rank_sum_p, 2.0 / 252);
  EXPECT_DOUBLE_EQ(c.cases[0].holm_p, 6.0 / 252);
  EXPECT_LE(c.cases[0].p, 0.05);
  EXPECT_EQ(c.cases[1].verdict, Verdict::better);
  EXPECT_NEAR(c.cases[1].ratio, 0.8, 1e-9);
  EXPECT_EQ(c.cases[2].verdict, Verdict::same);
  EXPECT_TRUE(c.notes.empty());
}

TEST(Compare, a_proven_difference_below_the_threshold_is_the_same) {
  const auto a = compare(runs(1, 1), runs(1.1, 1), 0.12);
  EXPECT_EQ(a.count(Verdict::same), 3u);
  EXPECT_EQ(compare(runs(1, 1), runs(1.1, 1), 0.03).count(Verdict::worse), 1u);
}

TEST(Compare, one_run_a_side_says_how_little_it_proves) {
  const Comparison c = compare(runs(1, 1, 1), runs(2, 1, 1), 0.03);
  EXPECT_EQ(c.cases[0].verdict, Verdict::maybe_slower);
  EXPECT_EQ(c.cases[0].level, 0);
  ASSERT_EQ(c.notes.size(), 1u);
  EXPECT_THAT(c.notes[0], HasSubstr("one run on each side"));
  EXPECT_THAT(compare(runs(1, 1, 3), runs(2, 1, 3), 0.03).notes.at(0), HasSubstr("probability 0.1"));
}

TEST(Compare, cases_of_one_side_and_failures) {
  auto base = runs(1, 1);
  auto fresh = runs(1, 1);
  for (auto& run : base)
    run.cases.push_back(row("Bcast", 4, 1e-6)), run.cases.push_back(row("Gather", 4, 1e-6));
  for (auto& run : fresh) {
    run.cases.push_back(row("Scatter", 4, 1e-6));
    CaseRecord failed;
    failed.id = row("Bcast", 4, 1).id;
    failed.status = record::Status::failed;
    run.cases.push_back(failed);
  }
  const Comparison c = compare(base, fresh, 0.03);
  EXPECT_EQ(c.cases[0].id.benchmark, "Bcast");
  EXPECT_EQ(c.cases[0].verdict, Verdict::failed);
  EXPECT_EQ(c.count(Verdict::only_in_base), 1u);
  EXPECT_EQ(c.count(Verdict::only_in_new), 1u);
}

TEST(Compare, uses_times_where_a_side_has_no_medians_and_rates_where_it_has_no_times) {
  auto base = runs(1, 1);
  auto fresh = runs(1, 1);
  for (auto& run : fresh) {
    run.cases[0].summary.reset();
    run.cases[1].summary.reset();
    run.cases[1].times.reset();
    run.cases[1].megabytes_per_second = 50;
  }
  for (auto& run : base) run.cases[1].megabytes_per_second = 100;
  const Comparison c = compare(base, fresh, 0.03);
  EXPECT_EQ(c.cases[0].quantity, Quantity::rate);
  EXPECT_NEAR(c.cases[0].ratio, 2, 1e-12);  // half the rate is twice as slow
  EXPECT_EQ(c.cases[1].id.bytes, -1);
  EXPECT_EQ(c.cases[2].quantity, Quantity::time);
  EXPECT_EQ(c.cases[2].ratio, 1);
}

TEST(Compare, a_case_without_a_positive_number_is_left_out) {
  auto base = runs(0, 1);
  for (auto& run : base) run.cases[0].times = record::Times{0, 0, 0};
  EXPECT_EQ(compare(base, base, 0.03).cases.size(), 2u);
}

TEST(Compare, says_what_differs_between_the_sides) {
  auto base = runs(1, 1);
  auto fresh = runs(1, 1);
  for (auto& run : base) run.header.mpi_library = "A 4.1";
  for (auto& run : fresh) run.header.mpi_library = "A 5.0", run.header.kernel = "6.1";
  const Comparison c = compare(base, fresh, 0.03);
  ASSERT_EQ(c.notes.size(), 1u);
  EXPECT_EQ(c.notes[0], "differs: MPI library: A 4.1 -> A 5.0");
}

TEST(ComparisonTable, shows_units_intervals_and_a_count) {
  const std::string text = comparison_table(compare(runs(1, 1), runs(1.1, 1), 0.03));
  EXPECT_THAT(text, HasSubstr("# base: 5 runs, new: 5 runs; threshold 3 %"));
  EXPECT_THAT(text, HasSubstr("PingPong, 2 processes, 8 B        1.01 us      1.11 us    1.100"));
  EXPECT_THAT(text, HasSubstr("# 1 worse, 2 same\n"));
}

TEST(ComparisonJson, is_one_object_with_nulls_for_what_is_unknown) {
  const auto object = nlohmann::json::parse(comparison_json(compare(runs(1, 1, 1), runs(1.1, 1, 1), 0.03)));
  EXPECT_EQ(object["schema"], 1);
  EXPECT_EQ(object["worse"], 0);
  EXPECT_EQ(object["cases"].size(), 3u);
  EXPECT_EQ(object["cases"][0]["verdict"], "slower?");
  EXPECT_TRUE(object["cases"][0]["ratio_low"].is_null());
}

}  // namespace
}  // namespace sonde::report
