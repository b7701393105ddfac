#include "analysis/measured_guidelines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/report.hpp"
#include "compared_runs.hpp"
#include "dice.hpp"

namespace sonde::analysis {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using enum GuidelineVerdict;

/// A row of 10 us on its right side, whose ratio is known within 0.5 %.
record::CaseRecord measured(const std::string& benchmark, std::int64_t bytes, double ratio) {
  constexpr double right = 10e-6;
  auto out = test::row(benchmark, bytes, right);
  out.guideline = record::MeasuredGuideline{
      "G2", 4 * bytes, ratio * right, right, {ratio, 0.99 * ratio, 1.01 * ratio, 0.95, 20}};
  return out;
}

GuidelineCheck check_of(const std::vector<record::Run>& runs, bool one = false) {
  return judge_guidelines(guideline_pairs(runs), 0.05, one);
}

/// Launches of 10 rows with 10 lengths each. `slower`: the ratio of Own3_as_Other at 4 KiB.
std::vector<record::Run> launches(std::size_t count, double slower, double noise, test::Dice& dice) {
  std::vector<record::Run> out(count);
  for (auto& run : out) {
    const double launch = 0.02 * dice.normal();
    for (int i = 0; i < 10; ++i)
      for (std::int64_t bytes = 1; bytes <= 262144; bytes *= 4) {
        const double ratio = i == 3 && bytes == 4096 ? slower : 1.0;
        run.cases.push_back(measured("Own" + std::to_string(i) + "_as_Other", bytes,
                                     ratio * std::exp(launch + noise * dice.normal())));
      }
  }
  return out;
}

/// Of 200 families with 100 pairs those with anything violated, without a tolerance.
int families_accused(std::size_t count, double noise) {
  test::Dice dice(11 + count);
  int accused = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const auto pairs = guideline_pairs(launches(count, 1, noise, dice));
    EXPECT_EQ(pairs.size(), 100U);
    accused += judge_guidelines(pairs, 0, false).count(violated) > 0 ? 1 : 0;
  }
  testing::Test::RecordProperty("families_accused_" + std::to_string(count), accused);
  return accused;
}

TEST(MeasuredGuidelines, the_innocent_are_accused_seldom) {
  constexpr int bound = 17;  // of 200 with 5 % more in 1 % of all cases
  EXPECT_LE(families_accused(5, 0.03), bound);
  EXPECT_LE(families_accused(8, 0.1), bound);
}

TEST(MeasuredGuidelines, a_planted_loss_is_found_with_its_ratio) {
  test::Dice dice(3);
  int found = 0, inside = 0;
  for (int trial = 0; trial < 50; ++trial) {
    const auto check = check_of(launches(8, 1.3, 0.03, dice));
    ASSERT_EQ(check.rows.size(), 100U);
    for (const auto& row : check.rows)
      if (row.left.benchmark == "Own3_as_Other" && row.left.bytes == 4096) {
        found += row.verdict == violated ? 1 : 0;
        inside += row.low <= 1.3 && 1.3 <= row.high ? 1 : 0;
        EXPECT_NEAR(row.composed->left, 13e-6, 1.5e-6);
        EXPECT_EQ(row.composed->buffer_bytes, 4 * 4096);
      }
  }
  testing::Test::RecordProperty("found_of_50", found);
  EXPECT_GE(found, 45);
  EXPECT_GE(inside, 40);
}

/// Six launches whose ratios are 0.1 % apart.
std::vector<record::Run> six(const std::vector<record::CaseRecord>& rows) {
  std::vector<record::Run> out(6);
  for (std::size_t i = 0; i < out.size(); ++i)
    for (auto row : rows) {
      if (row.guideline) row.guideline->ratio.median *= 1 + 0.001 * static_cast<double>(i);
      out[i].cases.push_back(row);
    }
  return out;
}

TEST(MeasuredGuidelines, stand_for_themselves_alone) {
  auto slow = measured("Bcast_as_Allgatherv", 8, 1.5), slower = measured("Bcast_as_Allgatherv", 16, 0.3);
  slow.summary->median = 1, slower.summary->median = 1e-6;
  const auto check = check_of(six({slow, slower, test::row("Bcast", 8, 1e-6), test::row("Bcast", 16, 2e-6)}));
  ASSERT_EQ(check.rows.size(), 4U);
  EXPECT_EQ(check.rows[2].composed->id, "G2");
  EXPECT_EQ(check.rows[2].verdict, violated);
  EXPECT_EQ(check.rows[3].verdict, held);
  EXPECT_NEAR(check.rows[3].ratio, 0.3, 0.01);
}

TEST(MeasuredGuidelines, names_the_cheapest_composition_of_neighbouring_lengths) {
  const auto check = check_of(
      six({measured("Allgather_as_Gather_Bcast", 1024, 1.8), measured("Allgather_as_Gather_Bcast", 2048, 3.1),
           measured("Allgather_as_Gather_Bcast", 4096, 1.5), measured("Allgather_as_Gather_Bcast", 8192, 1.0),
           measured("Allgather_as_Gather_Bcast", 16384, 1.4), measured("Allgather_as_Alltoall", 1024, 1.2),
           measured("Allgather_as_Alltoall", 4096, 2.0)}));
  EXPECT_THAT(violations(check),
              ElementsAre("Allgather np=2, 1 to 2 KiB: use Gather + Bcast, 1.8 to 3.11 times faster",
                          "Allgather np=2, 4 KiB: use Alltoall, 2 times faster",
                          "Allgather np=2, 16 KiB: use Gather + Bcast, 1.4 times faster"));
}

TEST(MeasuredGuidelines, are_named_by_their_rows) {
  const auto names = [](std::string_view benchmark) {
    const auto [call, composition] = composed_names(benchmark);
    return call + ": " + composition;
  };
  EXPECT_EQ(names("Allgather_as_Gather_Bcast"), "Allgather: Gather + Bcast");
  EXPECT_EQ(names("Reduce_scatter_block_as_Reduce_scatter"), "Reduce_scatter_block: Reduce_scatter");
  EXPECT_EQ(names("Reduce_scatter_block_as_Reduce_then_Scatter"), "Reduce_scatter_block: Reduce + Scatter");
  EXPECT_EQ(names("Scan_as_Exscan_Reduce_local"), "Scan: Exscan + Reduce_local");
  EXPECT_EQ(names("Puts_as_flushed_Puts"), "Puts: flushed Puts");
  EXPECT_EQ(names("Allreduce_as_user_operation"), "Allreduce: user operation");
  EXPECT_EQ(names("Own"), "Own: the composition");
  EXPECT_EQ(names("Own_as_"), "Own: ");
}

TEST(MeasuredGuidelines, a_gain_below_the_start_skew_is_open) {
  auto row = measured("Bcast_as_Allgatherv", 8, 1.5);  // saves 5 us
  row.summary->repetitions = 200;                      // 10 calls a batch
  row.start_late_seconds = 30e-6, row.clock_error_seconds = 10e-6;
  EXPECT_EQ(check_of(six({row})).rows.at(0).verdict, violated);
  row.start_late_seconds = 50e-6;
  const auto open_row = check_of(six({row})).rows.at(0);
  EXPECT_EQ(open_row.verdict, open);
  EXPECT_EQ(open_row.why, "below_skew: saves 5 us of a call, ranks began it up to 6 us apart");
}

TEST(MeasuredGuidelines, one_launch_is_judged_by_its_pairs_where_that_is_wanted) {
  record::Run run;
  run.cases = {measured("Bcast_as_Allgatherv", 8, 1.3), measured("Bcast_as_Allgatherv", 16, 0.5)};
  run.cases.push_back(measured("Bcast_as_Allgatherv", 32, 1.3));
  for (const double level : {0.9999999999999999, 0.0}) {
    run.cases[2].guideline->ratio.level = level;
    EXPECT_EQ(check_of({run}, true).rows[2].verdict, open) << level;
  }
  EXPECT_EQ(check_of({run}).count(open), 3U);
  const auto check = check_of({run}, true);
  EXPECT_EQ(check.rows[0].verdict, violated);
  EXPECT_NEAR(check.rows[0].low, 1.3 * 0.99, 2e-3);
  EXPECT_EQ(check.rows[1].verdict, held);
  EXPECT_EQ(check.rows[2].verdict, open);
  EXPECT_THAT(check.rows[2].why, HasSubstr("no batches of it are known"));
}

TEST(MeasuredGuidelines, what_is_violated_is_named_in_the_judgement_of_a_report) {
  auto runs = six({measured("Bcast_as_Allgatherv", 8, 1.5), measured("Bcast_as_Allgatherv", 16, 0.5)});
  for (auto& run : runs) {
    run.footer.emplace();
    for (auto& c : run.cases)
      c.summary = stats::Summary{.median = 1e-6, .ci_low = 0.99e-6, .ci_high = 1.01e-6, .batches = 20};
  }
  const auto judged = report_of(runs).judgement;
  EXPECT_EQ(judged.usable, Usable::look);
  EXPECT_EQ(judged.sentence, "Guidelines are violated; nothing else stands out");
  ASSERT_EQ(judged.reasons.size(), 1U);
  EXPECT_THAT(judged.reasons[0].text, HasSubstr("1 of 2 guidelines violated, 1 held, 0 open; first "));
  runs[0].cases[1].status = record::Status::failed;
  EXPECT_EQ(report_of(runs).judgement.sentence, "Look at these before you use the figures");
  for (auto& run : runs) run.cases.erase(run.cases.begin());
  EXPECT_THAT(report_of({runs.begin() + 1, runs.end()}).judgement.sentence, HasSubstr("Healthy"));
}

TEST(MeasuredGuidelines, a_step_of_the_timer_is_no_loss) {
  auto runs = six({measured("Bcast_as_Allgatherv", 8, 1.5)});  // 10 us beside 15 us
  for (auto& run : runs) run.cases[0].summary->repetitions = 20, run.cases[0].measured_seconds = 20 * 10e-6;
  EXPECT_EQ(check_of(runs).rows.at(0).verdict, violated);
  EXPECT_EQ(check_of({runs[0]}, true).rows.at(0).verdict, violated);
  for (auto& run : runs) run.header.timer_resolution = 5e-6;
  for (const bool one : {false, true}) {
    const auto row = check_of(one ? std::vector{runs[0]} : runs, one).rows.at(0);
    EXPECT_EQ(row.verdict, open) << one;
    EXPECT_EQ(row.why, "the digits or the timer are too coarse") << one;
    EXPECT_LT(row.low, 1.1) << one;
  }
}

TEST(MeasuredGuidelines, rows_that_know_no_ratio_say_nothing) {
  record::Run run;
  run.cases = {measured("A_as_B", 8, std::nan("")), measured("A_as_B", 16, 0), measured("A_as_B", 32, 1)};
  run.cases[2].defects = 1;
  EXPECT_TRUE(guideline_pairs(std::vector{run}).empty());
}

}  // namespace
}  // namespace sonde::analysis
