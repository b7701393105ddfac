#include "reports/guidelines_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace sonde::reports {
namespace {

using analysis::Guideline;
using enum analysis::GuidelineVerdict;

analysis::GuidelineCheck four() {
  analysis::GuidelineCheck check{.launches = 8, .notes = {"a *note*"}};
  const auto add = [&](Guideline guideline, std::int64_t bytes, double ratio, auto verdict, const char* why) {
    const record::CaseId id{.benchmark = "Bcast", .processes = 4, .bytes = bytes};
    auto other = id;
    if (guideline == Guideline::more_ranks) other.processes = 8;
    if (guideline != Guideline::more_ranks) other.bytes = guideline == Guideline::split ? bytes / 2 : 4096;
    check.rows.push_back({guideline, id, other, guideline == Guideline::split ? 2.0 : 1.0, verdict, 8, ratio,
                          0.9 * ratio, 1.1 * ratio, 0.93, why});
  };
  add(Guideline::longer, 1024, 1.3, violated, "");
  add(Guideline::longer, 2048, 1.2, violated, "");
  add(Guideline::split, 2048, 1.5, violated, "");
  add(Guideline::more_ranks, 1024, 1.2, open, "8 launches: about 20 probably decide");
  add(Guideline::more_ranks, 2048, 0.8, held, "");
  return check;
}

TEST(GuidelinesTable, begins_with_the_answer_and_what_to_do) {
  EXPECT_EQ(
      guidelines_table(four(), GuidelineRows::of_interest),
      "3 of 5 guidelines violated, 1 held, 1 open (8 launches; tolerance 5 %)\n"
      "Bcast np=4: 2 KiB takes 1.50 [1.35, 1.65] times as long as 2 x 1 KiB: split it\n"
      "Bcast np=4: 1 KiB to 2 KiB take 1.20 to 1.30 [1.08, 1.43] times as long as 4 KiB: send 4 KiB\n"
      "# a *note*\n"
      "# not shown (--all): 1 held\n"
      "guideline   benchmark  processes  bytes  than         ratio  interval               verdict   why\n"
      "split       Bcast      4          2 KiB  2 x 1 KiB    1.500  1.350 .. 1.650 (93 %)  violated\n"
      "longer      Bcast      4          1 KiB  4 KiB        1.300  1.170 .. 1.430 (93 %)  violated\n"
      "longer      Bcast      4          2 KiB  4 KiB        1.200  1.080 .. 1.320 (93 %)  violated\n"
      "more ranks  Bcast      4          1 KiB  8 processes  1.200  1.080 .. 1.320 (93 %)  open      8 launches: about "
      "20 probably decide\n");
}

TEST(GuidelinesTable, tells_open_within_the_tolerance_from_open_for_a_wide_interval) {
  auto check = four();
  const auto add = [&](double ratio, double low, double high, double level) {
    auto row = check.rows[3];
    row.ratio = ratio, row.low = low, row.high = high, row.level = level;
    check.rows.push_back(row);
  };
  add(0.99, 0.95, 1.04, 0.93);
  add(1.02, 0.7, 1.3, 0.93);
  add(1, 0.6, 1.4, 0.93);
  add(1, 0, 0, 0);
  EXPECT_THAT(guidelines_table(check, GuidelineRows::of_interest),
              testing::HasSubstr(
                  "\n# not shown (--all): 1 held, 1 open within the tolerance, 2 open with intervals up to "
                  "1.40, 1 open without an interval\n"));
  EXPECT_THAT(guidelines_table(check, GuidelineRows::all), testing::Not(testing::HasSubstr("not shown")));
}

TEST(GuidelinesTable, of_one_launch_says_so) {
  auto check = four();
  check.one_launch = true, check.launches = 1;
  EXPECT_THAT(
      guidelines_table(check, GuidelineRows::all),
      testing::StartsWith("3 of 5 guidelines violated, 1 held, 1 open (in this launch; tolerance 5 %)\n"));
  EXPECT_THAT(guidelines_table(check, GuidelineRows::all), testing::HasSubstr("held\n"));
}

analysis::GuidelineCheck composed() {
  const record::CaseId id{.benchmark = "Allgather_as_Gather_Bcast", .processes = 4, .bytes = 1024};
  analysis::GuidelineCheck check{.launches = 8};
  check.rows.push_back({Guideline::composition, id, id, 1, violated, 8, 1.8, 1.7, 1.9, 0.93, "",
                        analysis::Composed{"G2", 18e-6, 10e-6, 4096, 0}});
  check.rows.push_back(check.rows[0]);
  check.rows[1].left.bytes = 2048, check.rows[1].verdict = held, check.rows[1].ratio = 0.2;
  return check;
}

TEST(GuidelinesTable, has_both_sides_of_a_composition) {
  EXPECT_EQ(
      guidelines_table(composed(), GuidelineRows::all),
      "1 of 2 guidelines violated, 1 held, 0 open (8 launches; tolerance 5 %)\n"
      "Allgather np=4, 1 KiB: use Gather + Bcast, 1.8 times faster\n"
      "guideline  benchmark  composition     processes  bytes  left[usec]  right[usec]  ratio  interval               "
      "verdict   why\n"
      "G2         Allgather  Gather + Bcast  4          1 KiB  18.00       10.00        1.800  1.700 .. 1.900 (93 %)  "
      "violated\n"
      "G2         Allgather  Gather + Bcast  4          2 KiB  18.00       10.00        0.200  1.700 .. 1.900 (93 %)  "
      "held\n");
  EXPECT_THAT(guidelines_markdown(composed(), GuidelineRows::all),
              testing::HasSubstr("\n\n| guideline | benchmark | composition | processes |"));
  const auto json = nlohmann::json::parse(guidelines_json(composed()));
  EXPECT_EQ(json["guidelines"][0]["id"], "G2");
  EXPECT_EQ(json["guidelines"][0]["call"], "Allgather");
  EXPECT_EQ(json["guidelines"][0]["buffer_bytes"], 4096);
}

TEST(GuidelinesMarkdown, says_the_same) {
  const auto text = guidelines_markdown(four(), GuidelineRows::all);
  EXPECT_THAT(text, testing::StartsWith(
                        "**3 of 5 guidelines violated, 1 held, 1 open** (8 launches; tolerance 5 %)\n"));
  EXPECT_THAT(text, testing::HasSubstr("* a \\*note\\*\n"));
  EXPECT_THAT(text, testing::HasSubstr("| split | Bcast | 4 | 2 KiB | 2 x 1 KiB | 1.500 |"));
}

TEST(GuidelinesJson, has_all_rows) {
  const auto json = nlohmann::json::parse(guidelines_json(four()));
  EXPECT_EQ(json["guidelines"].size(), 5U);
  EXPECT_EQ(json["violations"].size(), 2U);
  EXPECT_EQ(json["guidelines"][3]["other_processes"], 8);
  EXPECT_EQ(json["guidelines"][3]["verdict"], "open");
}

}  // namespace
}  // namespace sonde::reports
