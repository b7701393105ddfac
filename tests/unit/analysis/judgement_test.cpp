// What a report says first.
#include "analysis/judgement.hpp"

#include <gmock/gmock.h>

#include "analysis/comparison.hpp"
#include "analysis/headline.hpp"
#include "analysis/report.hpp"
#include "compared_runs.hpp"
#include "make_case.hpp"

namespace sonde::analysis {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// A whole record of ten cases with narrow intervals.
record::Run steady(const std::string& source = "a") {
  record::Run run;
  run.source = source;
  run.footer.emplace();
  for (int i = 0; i < 10; ++i) {
    run.cases.push_back(test::make_case("Allreduce", 8 << i, 1e-6));
    run.cases.back().summary =
        stats::Summary{.median = 1e-6, .ci_low = 0.99e-6, .ci_high = 1.01e-6, .batches = 20};
  }
  return run;
}

Judgement judged_run(const record::Run& run) {
  return judge(std::span(&run, 1));
}

TEST(Judgements, are_healthy_where_nothing_stands_out_and_intervals_say_so) {
  const auto judged = judged_run(steady());
  EXPECT_EQ(judged.usable, Usable::healthy);
  EXPECT_EQ(judged.sentence, "Healthy: nothing stands out");
  EXPECT_THAT(judged.reasons, IsEmpty());
}

TEST(Judgements, are_not_healthy_where_launches_are_left_out) {
  const std::vector<std::string> left_out{"2 launches of 'a' are left out: exit status 139"};
  const auto judged = report_of({steady()}, {}, 0.03, left_out).judgement;
  EXPECT_EQ(judged.usable, Usable::look);
  EXPECT_THAT(judged.reasons, ElementsAre(Field(&Finding::text, left_out[0] + ".")));
}

TEST(Judgements, are_none_where_a_file_carries_no_intervals) {
  auto run = steady();
  run.format = record::Format::osu_text;
  for (auto& c : run.cases) c.summary.reset();
  EXPECT_EQ(judged_run(run).usable, Usable::unknown);
  EXPECT_THAT(judged_run(run).sentence, StartsWith("No verdict: the file carries no intervals"));
  const std::vector runs{steady("a"), run};
  EXPECT_EQ(judge(runs).usable, Usable::unknown);
}

TEST(Judgements, are_not_healthy_by_one_warning_where_no_case_has_an_interval) {
  auto run = steady();
  for (auto& c : run.cases) c.summary.reset();
  run.cases[3].warnings = {{"drift", "it drifts", ""}};
  EXPECT_EQ(judged_run(run).usable, Usable::unknown);
}

TEST(Judgements, of_a_map_of_links_need_that_it_was_judged) {
  auto run = steady();
  run.cases.resize(1);
  run.cases[0].summary.reset();
  auto& survey = run.cases[0].links.emplace();
  survey.ranks = {0, 1, 2, 3};
  EXPECT_EQ(judged_run(run).usable, Usable::healthy);
  survey.shares_cores = true;
  EXPECT_EQ(judged_run(run).usable, Usable::unknown);
  survey.shares_cores = false;
  survey.ranks = {0, 1};
  EXPECT_EQ(judged_run(run).usable, Usable::unknown) << "two cannot be compared with each other";
}

TEST(Judgements, are_not_healthy_where_few_cases_have_an_interval) {
  auto run = steady();
  for (std::size_t i = 0; i < 5; ++i) run.cases[i].summary.reset();
  EXPECT_EQ(judged_run(run).usable, Usable::look);
  EXPECT_THAT(judged_run(run).reasons,
              Contains(Field(&Finding::text, HasSubstr("only 5 of 10 measured cases have an interval"))));
  run.cases[0].summary = run.cases[9].summary;
  EXPECT_EQ(judged_run(run).usable, Usable::healthy);
}

TEST(Judgements, are_not_healthy_where_most_cases_have_a_warning_of_one_kind) {
  auto run = steady();
  for (std::size_t i = 0; i < 5; ++i) run.cases[i].warnings = {{"wide_interval", "wide", "Measure longer."}};
  EXPECT_EQ(judged_run(run).usable, Usable::healthy);
  run.cases[0].warnings.push_back(run.cases[0].warnings[0]);
  EXPECT_EQ(judged_run(run).usable, Usable::healthy);  // a case counts once
  run.cases[5].warnings = {{"wide_interval", "wide", "Measure longer."}};
  EXPECT_EQ(judged_run(run).usable, Usable::look);
  EXPECT_THAT(
      judged_run(run).reasons,
      ElementsAre(Field(&Finding::text, "a: most cases (6 of 10) have a warning of one kind, first: wide.")));
}

TEST(Judgements, are_not_healthy_where_most_cases_have_some_warning) {
  auto run = steady();
  for (std::size_t i = 0; i < 6; ++i)
    run.cases[i].warnings = {{i % 2 == 0 ? "drift" : "outliers", "odd", ""}};
  EXPECT_THAT(judged_run(run).reasons,
              ElementsAre(Field(&Finding::text, "a: most cases (6 of 10) have a warning of some kind.")));
  run.cases[0].warnings[0].kind = "few_batches";  // a note
  EXPECT_EQ(judged_run(run).usable, Usable::healthy);
}

TEST(Judgements, are_not_healthy_where_one_case_is_of_something_else_than_the_network) {
  auto run = steady();
  run.cases[3].warnings = {{"shared_core", "ranks share cores", ""}};
  EXPECT_THAT(
      judged_run(run).reasons,
      ElementsAre(Field(&Finding::text,
                        "a: some cases (1 of 10) have a warning of one kind, first: ranks share cores.")));
}

TEST(Judgements, take_every_warning_of_a_table) {
  auto run = steady();
  run.format = record::Format::sonde_text;
  for (auto& c : run.cases) c.summary.reset();
  run.cases[0].warnings = {{"drift", "it drifts (and 3 more cases)", ""}};
  EXPECT_EQ(judged_run(run).usable, Usable::look);
  run.cases[0].warnings.clear();
  run.header.warnings = {{"oversubscribed", "n: 4 ranks on 2 processing units", ""}};
  EXPECT_EQ(judged_run(run).usable, Usable::no);
  EXPECT_EQ(judged_run(run).sentence, "Do not use these figures");
}

TEST(Judgements, leave_out_what_is_a_property_of_the_machine) {
  auto run = steady();
  for (std::size_t i = 0; i < run.cases.size(); ++i) run.cases[i].megabytes_per_second = i < 5 ? 100 : 50;
  const auto judged = judged_run(run);
  EXPECT_EQ(judged.usable, Usable::healthy);
  EXPECT_THAT(judged.findings, Contains(Field(&Finding::text, HasSubstr("falls by 50 %"))));
}

TEST(Judgements, hold_nothing_against_runs_that_have_no_case_in_common) {
  auto other = steady("b");
  for (auto& c : other.cases) c.id.benchmark = "Bcast";
  const std::vector runs{steady(), other};
  EXPECT_EQ(judge(runs).usable, Usable::healthy);
  EXPECT_THAT(judge(runs).findings, Contains(Field(&Finding::text, HasSubstr("no case in common"))));
}

TEST(Judgements, tell_at_most_five_reasons_and_how_many_more_there_are) {
  auto run = steady();
  for (int i = 0; i < 7; ++i)
    run.header.warnings.push_back({"unbound", "rank " + std::to_string(i) + " is not bound", ""});
  EXPECT_EQ(judged_run(run).usable, Usable::look);
  EXPECT_EQ(judged_run(run).reasons.size(), 5U);
  EXPECT_EQ(judged_run(run).more, 2U);
  run.cases[0].defects = 1;
  EXPECT_EQ(judged_run(run).usable, Usable::no);
}

/// Of two sides.
Judgement judged_sides(std::vector<record::Run> runs, const std::vector<record::Run>& fresh) {
  const auto comparison = compare(runs, fresh, 0.03);
  const std::size_t base = runs.size();
  runs.insert(runs.end(), fresh.begin(), fresh.end());
  for (auto& run : runs) run.footer.emplace();
  const auto out = judge(runs, base, comparison);
  EXPECT_EQ(out.sentence, headline(comparison));
  EXPECT_THAT(out.findings.front().text, StartsWith(out.sentence + " (base: "));
  return out;
}

TEST(Judgements, of_two_sides_begin_with_their_comparison) {
  using test::runs;
  auto slow = judged_sides(runs(1, 1), runs(1.6, 1));
  EXPECT_EQ(slow.usable, Usable::look);
  EXPECT_THAT(slow.sentence, StartsWith("1 of 3 cases slower: PingPong, 2 processes, 8 B: 1.6 ["));
  EXPECT_THAT(slow.reasons, ElementsAre(Field(&Finding::text, StartsWith("worse: PingPong"))));
  EXPECT_EQ(judged_sides(runs(1, 1), runs(1, 1)).usable, Usable::healthy);
  EXPECT_EQ(judged_sides(runs(1, 1, 1), runs(1, 1, 1)).usable, Usable::unknown);  // nothing can be proven
}

/// However many groups there are, and wherever a page shows them.
TEST(Judgements, of_two_sides_lose_nothing_that_is_proven) {
  auto base = test::runs(1, 1), fresh = test::runs(1, 1);
  for (auto* side : {&base, &fresh})
    for (auto& run : *side)
      for (int i = 0; i < 40; ++i)
        run.cases.push_back(
            test::row("B" + std::to_string(i), 8, (side == &fresh ? 2 : 1) * run.cases[0].summary->median));
  const auto judged = judged_sides(base, fresh);
  EXPECT_THAT(judged.sentence, StartsWith("40 of 43 cases slower: "));
  EXPECT_EQ(
      std::ranges::count_if(judged.findings, [](const Finding& f) { return f.text.starts_with("worse: "); }),
      40);
  EXPECT_EQ(judged.reasons.size() + judged.more, 40U);
}

}  // namespace
}  // namespace sonde::analysis
