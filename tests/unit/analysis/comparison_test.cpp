#include "analysis/comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compared_runs.hpp"

namespace sonde::analysis {
namespace {

using record::CaseRecord;
using record::Run;
using test::row;
using test::runs;
using testing::HasSubstr;

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
  EXPECT_EQ(c.cases[1].verdict, Verdict::open);
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

TEST(Compare, two_levels_between_launches_are_open_and_not_the_same) {
  auto base = runs(1, 1, 10);
  auto fresh = runs(1, 1, 10);
  for (std::size_t i = 0; i < 10; ++i)  // launches at one of two levels
    base[i].cases[0].summary->median *= i % 2 == 0 ? 1 : 1.3,
        fresh[i].cases[0].summary->median *= i % 2 == 1 ? 1 : 1.3;
  const Comparison c = compare(base, fresh, 0.03);
  EXPECT_EQ(c.cases[0].verdict, Verdict::open);
  EXPECT_NEAR(c.cases[0].ratio, 1, 0.03);
  EXPECT_GT(c.cases[0].high, 1.2);
  EXPECT_LT(c.cases[0].low, 0.8);
  EXPECT_EQ(c.count(Verdict::same), 2u);
  EXPECT_EQ(to_word(Verdict::open), "open");
}

TEST(Compare, one_new_run_of_ten_proves_nothing_for_its_case) {
  auto base = runs(1, 1, 10);
  auto fresh = runs(1, 1, 10);
  for (auto& run : base) run.cases.push_back(row("Bcast", 4, 1e-6));
  fresh[3].cases.push_back(row("Bcast", 4, 3e-6));
  const Comparison c = compare(base, fresh, 0.03);
  EXPECT_EQ(c.cases[0].id.benchmark, "Bcast");
  EXPECT_EQ(c.cases[0].verdict, Verdict::maybe_slower);
  EXPECT_GE(c.cases[0].p, 1.0 / 11);
  EXPECT_THAT(c.notes, testing::ElementsAre(HasSubstr("some runs lack some cases")));
}

}  // namespace
}  // namespace sonde::analysis
