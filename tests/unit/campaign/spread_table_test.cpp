// What a campaign found out, from records that are written here.
#include "campaign/spread_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "folder.hpp"
#include "make_case.hpp"
#include "record/json.hpp"

namespace sonde::campaign {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// A campaign of one command on 2 and on 4 processes, three times each.
struct Finished {
  test::Folder folder;
  CampaignPlan plan =
      read_plan(
          folder.write("p.toml",
                       "launches = 3\nseed = 5\nlauncher = ['x']\n[[command]]\nname = 'c'\nrun = ['y']\n"
                       "np = [2, 4]\n"))
          .value();
  Journal journal = Journal::open(plan, 1).value();

  void launch(const std::string& name, double seconds, bool good = true, bool summed = true, int times = 1,
              double defects = 0) {
    ASSERT_TRUE(journal.start(name));
    auto result = test::make_case("PingPong", 8, seconds);
    if (summed) {
      auto& s = result.summary.emplace();
      s.batches = 10;
      s.median = s.mean = seconds, s.p25 = 0.9 * seconds, s.p75 = 1.1 * seconds;
      s.ci_low = 0.98 * seconds, s.ci_high = 1.02 * seconds;
    }
    record::Header header;
    header.program = "IMB-MPI1";
    if (defects > 0) result.defects = defects;
    std::ofstream file(journal.record_path(name));
    file << record::to_json(header) << "\n";
    for (int i = 0; i < times; ++i) file << record::to_json(result) << "\n";
    file << record::to_json(record::Footer{}) << "\n";
    file.close();
    ASSERT_TRUE(journal.end(name, {true, good, "exit status 0", 1}));
  }
  [[nodiscard]] std::vector<CaseSpread> spreads() const {
    return campaign::spreads(good_runs(launches_of(plan), journal).by_group);
  }
};

TEST(Spreads, count_the_good_launches_of_each_group) {
  Finished campaign;
  campaign.launch("c-np2-1", 1e-6);
  campaign.launch("c-np2-2", 3e-6);
  campaign.launch("c-np2-3", 9e-6, false);
  campaign.launch("c-np4-1", 5e-6);
  const auto found = campaign.spreads();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].group, "c-np2");
  EXPECT_EQ(found[0].runs, 2U);
  EXPECT_DOUBLE_EQ(found[0].spread.median, 2e-6);
  EXPECT_GT(found[0].spread.between, found[0].spread.within);
  EXPECT_EQ(found[1].group, "c-np4");
  EXPECT_EQ(found[1].runs, 1U);
  EXPECT_DOUBLE_EQ(found[1].spread.median, 5e-6);
}

TEST(Spreads, count_a_launch_once_that_measured_a_case_twice) {
  Finished campaign;
  campaign.launch("c-np2-1", 1e-6, true, true, 2);
  campaign.launch("c-np2-2", 3e-6, true, true, 2);
  ASSERT_EQ(campaign.spreads().size(), 1U);
  EXPECT_EQ(campaign.spreads()[0].runs, 2U);
}

TEST(Spreads, leave_out_launches_with_wrong_data) {
  Finished campaign;
  campaign.launch("c-np2-1", 1e-6);
  campaign.launch("c-np2-2", 9e-6, true, true, 1, 2.0);
  ASSERT_EQ(campaign.spreads().size(), 1U);
  EXPECT_EQ(campaign.spreads()[0].runs, 1U);
}

TEST(Spreads, of_programs_without_a_summary_are_between_runs_alone) {
  Finished campaign;
  campaign.launch("c-np2-1", 1e-6, true, false);
  campaign.launch("c-np2-2", 3e-6, true, false);
  const auto found = campaign.spreads();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_DOUBLE_EQ(found[0].spread.median, 2e-6);
  EXPECT_EQ(found[0].spread.within, 0);
  EXPECT_FALSE(found[0].within_known);
  EXPECT_GT(found[0].spread.between, 0);
}

TEST(Spreads, leave_the_next_launch_open_within_a_digit_or_a_step_of_the_timer) {
  record::Run run;
  run.cases = {test::make_case("PingPong", 8, 0.12e-6)};
  const auto next = [&] { return spreads(Runs{{"run", {run, run, run}}}).at(0).spread.next; };
  EXPECT_NEAR(next().high, 0.12e-6, 1e-12);
  run.cases[0].rounding = record::Rounding{.seconds = 0.005e-6};
  EXPECT_LE(next().low, 0.1151e-6);
  EXPECT_GE(next().high, 0.125e-6);
  run.cases[0].rounding.reset();
  run.cases[0].summary = stats::Summary{.mean = 0.12e-6, .median = 0.12e-6, .repetitions = 10, .batches = 10};
  run.header.timer_resolution = 0.02e-6;
  EXPECT_LE(next().low, 0.1101e-6);
  EXPECT_GE(next().high, 0.13e-6);
}

TEST(GoodRuns, leave_out_a_record_that_was_damaged_or_removed) {
  Finished campaign;
  for (const char* name : {"c-np2-1", "c-np2-2", "c-np2-3", "c-np4-1"}) campaign.launch(name, 1e-6);
  std::ofstream(campaign.journal.record_path("c-np2-1")) << "junk\n";
  std::filesystem::remove(campaign.journal.record_path("c-np4-1"));
  const auto found = good_runs(launches_of(campaign.plan), campaign.journal);
  EXPECT_THAT(found.left_out, ElementsAre(testing::AllOf(StartsWith("c-np2-1 is left out: "),
                                                         HasSubstr("c-np2-1.json:1: neither")),
                                          StartsWith("c-np4-1 is left out: ")));
  ASSERT_EQ(found.by_group.size(), 1U);
  EXPECT_EQ(found.by_group.at("c-np2").size(), 2U);
  EXPECT_EQ(campaign.spreads().at(0).runs, 2U);
}

TEST(SpreadTable, has_a_head_for_each_group_and_dashes_where_one_run_tells_nothing) {
  CaseSpread one{.group = "a", .id = test::make_case("PingPong", 8, 0).id, .runs = 1, .spread = {}};
  one.spread.median = 2e-6, one.spread.within = 0.125;
  CaseSpread two = one;
  two.runs = 2;
  two.spread.between = 0.25, two.spread.share_between = 0.8, two.spread.next = {1e-6, 3e-6};
  CaseSpread other = two;
  other.group = "b";
  EXPECT_EQ(spread_table(std::vector{one, two, other}),
            "\n# a\n"
            "case                        runs     median within[%] between[%] share[%]  next run, 95 %\n"
            "PingPong, 2 processes, 8 B     1       2 us     12.50          -        -  -\n"
            "PingPong, 2 processes, 8 B     2       2 us     12.50      25.00       80  1 us .. 3 us\n"
            "\n# b\n"
            "case                        runs     median within[%] between[%] share[%]  next run, 95 %\n"
            "PingPong, 2 processes, 8 B     2       2 us     12.50      25.00       80  1 us .. 3 us\n");
  EXPECT_EQ(spread_table({}), "");
  two.spread.next = {1e-12, 3e-6};
  EXPECT_THAT(spread_table(std::vector{two}), HasSubstr("  any: too few runs\n"));
  two.spread.next = {1e-6, 9e44};
  EXPECT_THAT(spread_table(std::vector{two}), HasSubstr("  any: too few runs\n"));
}

}  // namespace
}  // namespace sonde::campaign
