#include "reports/comparison_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "compared_runs.hpp"

namespace sonde::reports {
namespace {

using analysis::compare;
using test::runs;
using testing::HasSubstr;
using testing::Not;

TEST(ComparisonTable, shows_units_intervals_and_a_count) {
  const std::string text = comparison_table(compare(runs(1, 1), runs(1.1, 1), 0.03));
  EXPECT_THAT(text, HasSubstr("# base: 5 runs, new: 5 runs; threshold 3 %"));
  EXPECT_THAT(text, HasSubstr("PingPong, 2 processes, 8 B        1.01 us      1.11 us    1.100"));
  EXPECT_THAT(text, HasSubstr("# 1 worse, 2 same\n"));
}

/// Five lengths, three of them slower, a case that failed, one that is new.
analysis::Comparison some() {
  analysis::Comparison comparison{.threshold = 0.03, .base_runs = 5, .new_runs = 1};
  const auto add = [&](const char* benchmark, std::int64_t bytes, analysis::Verdict verdict, double ratio) {
    analysis::ComparedCase c;
    c.id = {.benchmark = benchmark, .processes = 2, .bytes = bytes};
    c.verdict = verdict;
    c.base_runs = verdict == analysis::Verdict::only_in_new ? 0 : 5;
    c.new_runs = verdict == analysis::Verdict::failed ? 0 : 1;
    c.base = 2e-6, c.fresh = 2e-6 * ratio, c.ratio = ratio;
    c.low = 0.9 * ratio, c.high = 1.1 * ratio, c.level = verdict == analysis::Verdict::same ? 0 : 0.9,
    c.p = 0.0123;
    comparison.cases.push_back(c);
  };
  for (const int bytes : {8, 16, 32}) add("Bcast", bytes, analysis::Verdict::worse, 1.5);
  add("Bcast", 64, analysis::Verdict::same, 1);
  add("Odd|<name>", -1, analysis::Verdict::failed, 1);
  add("Gather", 8, analysis::Verdict::only_in_new, 1);
  comparison.notes = {"a *note*"};
  return comparison;
}

TEST(ComparisonChanges, are_what_differs_with_neighbours_on_one_line) {
  EXPECT_EQ(
      comparison_changes(some()),
      "# base: 5 runs, new: 1 run; threshold 3 %; ratio: time of new over base\n"
      "# a *note*\n"
      "what                             cases    ratio         intervals  verdict\n"
      "Odd|<name>, 2 processes              1        -                 -  failed\n"
      "Bcast, 2 processes, 8 B to 32 B      3    1.500    1.350 .. 1.650  worse\n"
      "Gather, 2 processes, 8 B             1        -                 -  only in new\n"
      "# 1 of 5 cases failed: Odd|<name>, 2 processes; 3 of 5 cases slower: Bcast, 2 processes, 8 B to 32 B: 1.5 [1.35, "
      "1.65]; 1 the same; 1 only in new (Gather 1)\n"
      "# 1 failed, 3 worse, 1 same, 1 only in new\n");
  EXPECT_THAT(comparison_changes(compare(runs(1, 1), runs(1, 1), 0.03)),
              ::testing::EndsWith("base\n# All 3 cases the same\n# 3 same\n"));
}

TEST(ComparisonMarkdown, is_a_sentence_and_a_table_that_no_name_breaks) {
  EXPECT_EQ(
      comparison_markdown(some()),
      "**1 of 5 cases failed: Odd\\|\\<name\\>, 2 processes; 3 of 5 cases slower: Bcast, 2 processes, 8 B to 32 "
      "B: 1.5 \\[1.35, 1.65\\]; 1 the same; 1 only in new (Gather 1)** (1 failed, 3 worse, 1 same, 1 only in "
      "new; base: 5 runs, new: 1 run; threshold 3 %)\n"
      "\n| what | cases | time of new over base | intervals | verdict |\n|---|--:|--:|:-:|---|\n"
      "| Odd\\|\\<name\\>, 2 processes | 1 | - | - | failed |\n"
      "| Bcast, 2 processes, 8 B to 32 B | 3 | 1.500 | 1.350 .. 1.650 | worse |\n"
      "| Gather, 2 processes, 8 B | 1 | - | - | only in new |\n"
      "\n* a \\*note\\*\n");
}

TEST(ComparisonMarkdown, shows_ten_lines_and_folds_the_rest) {
  auto comparison = some();
  comparison.notes.assign(9, "differs");
  for (int i = 0; i < 6; ++i) {
    comparison.cases.push_back(comparison.cases.front());
    comparison.cases.back().id.benchmark = "B" + std::to_string(i);
  }
  comparison.cases.back().verdict = analysis::Verdict::maybe_slower;
  const auto text = comparison_markdown(comparison);
  const auto shown = text.substr(0, text.find("<details>"));
  EXPECT_EQ(std::ranges::count(shown, '\n'), 1 + 3 + 4 + 1);
  EXPECT_THAT(text, HasSubstr("\n<details><summary>5 more lines, 9 notes</summary>\n\n| what |"));
  EXPECT_THAT(shown, Not(HasSubstr("| slower? |")));
  EXPECT_THAT(text, HasSubstr("| slower? |\n"));
  EXPECT_THAT(text, ::testing::EndsWith("\n* differs\n\n</details>\n"));
}

TEST(ComparisonMarkdown, shows_no_table_of_what_is_not_proven) {
  auto comparison = some();
  comparison.cases.clear();
  for (int i = 0; i < 6; ++i) {
    comparison.cases.push_back(some().cases.front());
    comparison.cases.back().id.benchmark = "B" + std::to_string(i);
    comparison.cases.back().verdict = analysis::Verdict::maybe_slower;
  }
  EXPECT_THAT(comparison_markdown(comparison),
              HasSubstr("threshold 3 %)\n\n<details><summary>6 more lines, 1 note</summary>\n"));
}

TEST(ComparisonMarkdown, of_two_machines_is_a_matrix) {
  auto comparison = some();
  const auto all = comparison.cases;
  for (int i = 0; i < 8; ++i)
    for (auto c : all) {
      c.id.benchmark += std::to_string(i);
      comparison.cases.push_back(c);
    }
  comparison.cases[1].verdict = analysis::Verdict::maybe_faster;
  comparison.cases[2].verdict = analysis::Verdict::open;
  comparison.cases[0].leading = false;
  EXPECT_THAT(comparison_markdown(comparison),
              HasSubstr("\n<details><summary>all 53 cases, 1 note</summary>\n\n"
                        "| case |  | 8 B | 16 B | 32 B | 64 B |\n"
                        "| --- | --: | --: | --: | --: | --: |\n"
                        "| Bcast, 2 processes |  |  | 1.5? | ~ | = |\n"
                        "| Bcast0, 2 processes |  | **1.5** | **1.5** | **1.5** | = |\n"));
  EXPECT_THAT(comparison_markdown(comparison),
              HasSubstr("| Odd\\|\\<name\\>, 2 processes | **failed** |  |  |  |  |\n"));
}

TEST(ComparisonMarkdown, folds_at_most_fifty_rows) {
  auto comparison = some();
  comparison.notes.clear();
  const auto worse = comparison.cases.front();
  comparison.cases.clear();
  for (int i = 0; i < 56; ++i) {
    comparison.cases.push_back(worse);
    comparison.cases.back().id.benchmark = "B" + std::to_string(i);
  }
  const auto text = comparison_markdown(comparison);
  EXPECT_EQ(std::ranges::count(text, '\n'), 1 + 3 + 4 + 2 + 3 + 50 + 2 + 2 + 2);
  EXPECT_THAT(text, ::testing::EndsWith("\n\n... and 6 more rows (without --markdown)\n\n</details>\n"));
}

TEST(ComparisonJunit, fails_what_is_worse_and_skips_what_one_side_lacks) {
  const auto text = comparison_junit(some());
  EXPECT_THAT(text, HasSubstr("tests=\"6\" failures=\"4\" errors=\"0\" skipped=\"1\">\n"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "<testcase classname=\"Bcast\" name=\"Bcast, 2 processes, 8 B\"><failure "
          "message=\"1.500 times as long (interval 1.350 .. 1.650 (90 %), p 0.012): 2 us in the base, 3 us "
          "now\"/></testcase>\n"));
  EXPECT_THAT(text, HasSubstr("name=\"Bcast, 2 processes, 64 B\"/>\n"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "classname=\"Odd|&lt;name&gt;\" name=\"Odd|&lt;name&gt;, 2 processes\"><failure message=\"measured"));
  EXPECT_THAT(text, HasSubstr("><skipped message=\"only in new\"/></testcase>\n"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "<property name=\"verdict\" value=\"1 of 5 cases failed: Odd|&lt;name&gt;, 2 processes; 3 of"));
}

TEST(ComparisonTable, says_what_was_compared_where_something_keeps_it_open) {
  analysis::Comparison open;
  open.cases.resize(2);
  open.cases[0].measure.quantity = analysis::Quantity::t_max;
  open.cases[0].base_runs = open.cases[0].new_runs = 4;
  open.cases[0].why = "the digits or the timer are too coarse";
  open.cases[1].why = "no number in new";
  EXPECT_THAT(comparison_table(open), HasSubstr(" t_max; the digits or the timer are too coarse\n"));
  EXPECT_THAT(comparison_table(open), HasSubstr("  no number in new\n"));
  const auto rows = nlohmann::json::parse(comparison_json(open))["cases"];
  EXPECT_EQ(rows[0]["quantity"], "t_max_s");
  EXPECT_TRUE(rows[1]["quantity"].is_null());
}

TEST(ComparisonJson, is_one_object_with_nulls_for_what_is_unknown) {
  const auto object = nlohmann::json::parse(comparison_json(compare(runs(1, 1, 1), runs(1.1, 1, 1), 0.03)));
  EXPECT_EQ(object["schema"], 2);
  EXPECT_EQ(object["verdict"], "So few runs prove no difference in 3 cases: 1 perhaps slower, 2 open");
  EXPECT_EQ(object["left_out"], 0);
  EXPECT_EQ(object["cases"][0]["quantity"], "median_s");
  EXPECT_EQ(object["worse"], 0);
  EXPECT_EQ(object["cases"].size(), 3u);
  EXPECT_EQ(object["cases"][0]["verdict"], "slower?");
  EXPECT_TRUE(object["cases"][0]["ratio_low"].is_null());
}

}  // namespace
}  // namespace sonde::reports
