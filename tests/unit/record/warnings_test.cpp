#include "record/warnings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/describe.hpp"
#include "record/warning_kinds.hpp"

namespace sonde::record {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// A case on a quiet machine: nothing to say about it.
CaseRecord quiet() {
  CaseRecord row;
  row.id = {.benchmark = "Allreduce", .processes = 4, .bytes = 65536};
  row.ranks = {0, 2, 4, 6};
  row.slowest_world_rank = 4;
  row.measured_seconds = 0.1;
  row.summary = stats::Summary{.mean = 1e-4,
                               .median = 1e-4,
                               .ci_low = 0.99e-4,
                               .ci_high = 1.01e-4,
                               .effective_batches = 20,
                               .drift = 0.03,
                               .trend = 0.9,
                               .modes = {{1e-4, 1}},
                               .repetitions = 1000,
                               .batches = 20,
                               .slowest_rank = 2,
                               .slowest_excess = 0.01,
                               .slowest_lead = 0.01,
                               .slowest_chance = 0.001,
                               .slowest_share = 0.8,
                               .outlier_share = 0.05,
                               .outlier_time = 0.06};
  row.witnesses = {{.world_rank = 4, .involuntary_switches = 0, .cpu_share = 1}};
  return row;
}

std::vector<std::string> kinds(const std::vector<Warning>& warnings) {
  std::vector<std::string> out;
  for (const Warning& w : warnings) out.push_back(w.kind);
  return out;
}

std::vector<std::string> kinds(const CaseRecord& row) {
  return kinds(case_warnings(row, {1e-8}));
}
using Kinds = std::vector<std::string>;

TEST(CaseWarnings, a_quiet_case_has_none) {
  EXPECT_THAT(kinds(quiet()), IsEmpty());
  CaseRecord foreign = quiet();
  foreign.summary.reset();
  EXPECT_THAT(kinds(foreign), IsEmpty());
}

TEST(CaseWarnings, name_the_case_and_what_to_do) {
  CaseRecord row = quiet();
  row.summary->ci_high = 1.06e-4;
  const auto warnings = case_warnings(row, {1e-8});
  ASSERT_EQ(kinds(warnings), Kinds{"wide_interval"});
  EXPECT_EQ(warnings[0].text, "Allreduce np=4 64KiB: median known to 6%");
  EXPECT_THAT(warnings[0].advice, HasSubstr("-precision"));
}

TEST(CaseWarnings, wide_interval_looks_at_both_sides_and_needs_three_batches) {
  CaseRecord row = quiet();
  row.summary->ci_low = 0.949e-4;
  EXPECT_EQ(kinds(row), Kinds{"wide_interval"});
  row.summary->batches = 2;
  EXPECT_EQ(kinds(row), Kinds{"few_batches"});
}

TEST(CaseWarnings, one_or_two_batches_are_said_unless_there_can_be_no_more) {
  CaseRecord row = quiet();
  row.summary->batches = 1;
  const auto warnings = case_warnings(row, {1e-8});
  ASSERT_EQ(kinds(warnings), Kinds{"few_batches"});
  EXPECT_EQ(warnings[0].text, "Allreduce np=4 64KiB: no interval from batches=1");
  EXPECT_THAT(warnings[0].advice, HasSubstr("-precision"));
  EXPECT_THAT(kinds(case_warnings(row, {.timer_resolution = 1e-8, .once = true})), IsEmpty());
  row.summary->batches = 2;
  EXPECT_EQ(kinds(row), Kinds{"few_batches"});
  for (const int others : {0, 3}) {
    row.summary->batches = others;
    EXPECT_THAT(kinds(row), IsEmpty()) << others;
  }
}

TEST(CaseWarnings, coarse_timer_above_one_percent_of_a_batch) {
  const CaseRecord row = quiet();  // a batch is 0.1 s / 20 = 5 ms
  EXPECT_THAT(kinds(case_warnings(row, {4.9e-5})), IsEmpty());
  EXPECT_EQ(kinds(case_warnings(row, {5.1e-5})), Kinds{"coarse_timer"});
  EXPECT_THAT(kinds(case_warnings(row, {})), IsEmpty());
}

TEST(CaseWarnings, several_modes_are_listed) {
  CaseRecord row = quiet();
  row.summary->modes = {{0.9e-6, 0.75}, {2.3e-6, 0.25}};
  const auto warnings = case_warnings(row, {1e-8});
  ASSERT_EQ(kinds(warnings), Kinds{"several_modes"});
  EXPECT_THAT(warnings[0].text, HasSubstr("times sit at 0.9us (75%), 2.3us (25%)"));
}

TEST(CaseWarnings, two_ticks_of_a_coarse_timer_are_no_modes) {
  CaseRecord row = quiet();  // a batch is 5 ms
  row.summary->modes = {{1e-6, 0.5}, {1.1e-6, 0.5}};
  EXPECT_EQ(kinds(case_warnings(row, {3e-4})), Kinds{"coarse_timer"});
  EXPECT_EQ(kinds(case_warnings(row, {2e-4})), (Kinds{"coarse_timer", "several_modes"}));
}

TEST(CaseWarnings, drift_must_be_large_and_steady) {
  CaseRecord row = quiet();
  row.summary->batches = 50;
  row.summary->drift = -0.06;
  row.summary->trend = -0.5;
  EXPECT_EQ(kinds(row), Kinds{"drift"});
  row.summary->trend = -0.49;
  EXPECT_THAT(kinds(row), IsEmpty());
  row.summary->trend = -0.6;
  row.summary->batches = 20;  // the fewer the batches, the more steadily they must fall
  EXPECT_THAT(kinds(row), IsEmpty());
}

TEST(CaseWarnings, a_wide_interval_that_is_none_says_why) {
  CaseRecord row = quiet();
  row.summary->ci_high = 2e-4;
  row.summary->effective_batches = 2.3;
  EXPECT_THAT(case_warnings(row, {1e-8}).at(0).text,
              HasSubstr("(batches are correlated: 20x counts as 2.3x)"));
}

TEST(CaseWarnings, large_factors_are_no_powers_of_ten) {
  CaseRecord row = quiet();
  row.summary->slowest_lead = 15;
  EXPECT_THAT(case_warnings(row, {1e-8}).at(0).text, HasSubstr("of batches, 16x the next rank"));
  row = quiet();
  row.summary->batches = 50;
  row.summary->drift = 15;
  row.summary->trend = 0.9;
  EXPECT_THAT(case_warnings(row, {1e-8}).at(0).text, HasSubstr("median rose by 1500% over the loop"));
  row = quiet();
  row.summary->ci_high = 16 * row.summary->median;
  EXPECT_THAT(case_warnings(row, {1e-8}).at(0).text, HasSubstr("median known to 1500%"));
}

TEST(CaseWarnings, slow_rank_names_the_world_rank) {
  CaseRecord row = quiet();
  row.summary->slowest_lead = 0.06;
  const auto warnings = case_warnings(row, {1e-8});
  ASSERT_EQ(kinds(warnings), Kinds{"slow_rank"});
  EXPECT_THAT(warnings[0].text, HasSubstr("rank=2 (world rank=4) slowest in 80% of batches, 6% over"));
}

TEST(CaseWarnings, nobody_is_named_where_nobody_waits) {
  CaseRecord row = quiet();
  row.summary->slowest_lead = 0.5;
  row.witnesses = {{.world_rank = 4, .alone_seconds = 9e-6}, {.world_rank = 6, .alone_seconds = 1e-6}};
  EXPECT_EQ(kinds(row), Kinds{"slow_rank"});
  EXPECT_THAT(kinds(case_warnings(row, {.timer_resolution = 1e-8, .ranks_wait = false})), IsEmpty());
}

/// What a place of its own costs is not the rank's fault; what a message to itself takes is.
TEST(CaseWarnings, ranks_that_do_other_things_are_not_compared_in_the_loop) {
  CaseRecord row = quiet();
  row.summary->slowest_lead = 15;
  const CaseConditions rooted{.timer_resolution = 1e-8, .ranks_alike = false};
  EXPECT_EQ(kinds(row), Kinds{"slow_rank"});
  EXPECT_THAT(kinds(case_warnings(row, rooted)), IsEmpty());
  row.witnesses = {{.world_rank = 4, .alone_seconds = 9e-6}, {.world_rank = 6, .alone_seconds = 1e-6}};
  EXPECT_THAT(case_warnings(row, rooted).at(0).text, HasSubstr("slow by itself"));
}

TEST(CaseWarnings, shared_cores_explain_wide_intervals_modes_and_lost_cores) {
  CaseRecord row = quiet();
  row.summary->ci_low = 0.8 * row.summary->median, row.summary->ci_high = 1.2 * row.summary->median;
  row.summary->modes = {{1e-6, 0.5}, {2e-6, 0.5}};
  row.witnesses[0].involuntary_switches = 1000;
  EXPECT_EQ(kinds(case_warnings(row, {1e-8})),
            (Kinds{"wide_interval", "several_modes", "involuntary_switches"}));
  EXPECT_THAT(kinds(case_warnings(row, {.timer_resolution = 1e-8, .cores_shared = true})), IsEmpty());
}

TEST(Severities, of_placement_weigh_most_and_of_intervals_least) {
  EXPECT_EQ(severity_of("oversubscribed"), Severity::problem);
  EXPECT_EQ(severity_of("slow_rank"), Severity::caution);
  EXPECT_EQ(severity_of("wide_interval"), Severity::note);
  EXPECT_EQ(severity_of("of_a_later_version"), Severity::caution);
}

TEST(CaseWarnings, few_batches_that_took_much_of_the_time) {
  CaseRecord row = quiet();
  row.summary->mean = 2.9e-6;
  row.summary->median = row.summary->ci_low = row.summary->ci_high = 0.9e-6;
  row.summary->outlier_share = 0.1;
  row.summary->outlier_time = 0.72;
  const auto warnings = case_warnings(row, {1e-8});
  ASSERT_EQ(kinds(warnings), Kinds{"outliers"});
  EXPECT_EQ(warnings[0].text,
            "Allreduce np=4 64KiB: mean 2.9us, median 0.9us; 10% of the batches took 72% of the time");
  row.summary->outlier_time = 0.14;  // of which 0.096 is what two other batches take
  EXPECT_THAT(kinds(row), IsEmpty());
  row.summary->outlier_time = 0.15;
  EXPECT_EQ(kinds(row), Kinds{"outliers"});
  row.summary->outlier_share = 0.3;  // not few: modes, if any
  row.summary->outlier_time = 0.9;
  EXPECT_THAT(kinds(row), IsEmpty());
}

TEST(CaseWarnings, switches_count_against_the_measured_time) {
  CaseRecord row = quiet();  // 0.1 s: one switch could cost 1 %, two are needed
  row.witnesses[0].involuntary_switches = 1;
  EXPECT_THAT(kinds(row), IsEmpty());
  row.witnesses[0].involuntary_switches = 2;
  EXPECT_EQ(kinds(row), Kinds{"involuntary_switches"});
  row.measured_seconds = 1;
  EXPECT_THAT(kinds(row), IsEmpty());
  row.witnesses.push_back({.world_rank = 6, .involuntary_switches = 10});
  EXPECT_THAT(case_warnings(row, {1e-8}).at(0).text, HasSubstr("rank=6 lost its core 10x"));
  row.measured_seconds = 5e-5;  // too short for ten: the kernel counts around the loop, too
  EXPECT_THAT(kinds(row), testing::Not(testing::Contains("involuntary_switches")));
}

RankPlace place(int rank, std::vector<int> cores, std::string host = "a") {
  return {.rank = rank, .host = std::move(host), .cores = std::move(cores)};
}

Kinds placed(const std::vector<RankPlace>& places, int units = 4) {
  return kinds(placement_warnings(places, {{"a", units}, {"b", units}}));
}

TEST(PlacementWarnings, one_rank_a_core_is_silent) {
  EXPECT_THAT(placed({place(0, {0}), place(1, {1}), place(2, {0}, "b")}), IsEmpty());
  EXPECT_THAT(placed({place(0, {1, 0}), place(1, {0, 1})}), IsEmpty());  // two ranks on two units
  EXPECT_THAT(placed({place(0, {0})}, 1), IsEmpty());
}

TEST(PlacementWarnings, two_ranks_on_one_core) {
  const auto warnings =
      placement_warnings(std::vector{place(3, {2}), place(5, {2}), place(1, {1})}, {{"a", 4}});
  ASSERT_EQ(kinds(warnings), Kinds{"shared_core"});
  EXPECT_EQ(warnings[0].text, "a: ranks=3,5 share cores");
  EXPECT_EQ(placed({place(0, {0}), place(1, {0, 1}), place(2, {0, 1})}),
            Kinds{"shared_core"});  // three on two
}

TEST(PlacementWarnings, too_many_ranks_are_not_told_to_be_bound) {
  EXPECT_EQ(placed({place(0, {0, 1, 2, 3})}), Kinds{"unbound"});
  EXPECT_EQ(placed({place(0, {0}), place(1, {1}), place(2, {0})}, 2), Kinds{"oversubscribed"});
  EXPECT_EQ(placed({place(0, {0, 1}), place(1, {0, 1}), place(2, {0, 1})}, 2), Kinds{"oversubscribed"});
}

TEST(PlacementWarnings, sharing_of_cores_by_units_that_the_job_has) {
  EXPECT_FALSE(share_cores(std::vector{place(0, {0, 1}), place(1, {0, 1})}));
  EXPECT_TRUE(share_cores(std::vector{place(0, {0, 1}), place(1, {0, 1}), place(2, {0, 1})}));
  EXPECT_FALSE(share_cores(std::vector{place(0, {0}, "a"), place(1, {0}, "b")})) << "one on each host";
  EXPECT_TRUE(share_cores(std::vector{place(0, {2}), place(1, {2}), place(2, {3})}));
  EXPECT_FALSE(share_cores(std::vector{place(0, {}), place(1, {})})) << "nothing is known";
}

TEST(PlacementWarnings, ranks_without_cores_of_their_own_may_share_them) {
  EXPECT_TRUE(may_share_cores(std::vector{place(0, {0, 1, 2}), place(1, {2, 3})}));
  EXPECT_FALSE(may_share_cores(std::vector{place(0, {0, 4, 4}), place(1, {1, 5})})) << "threads of a core";
  EXPECT_FALSE(may_share_cores(std::vector{place(0, {0, 1}, "a"), place(1, {0, 1}, "b")}));
  EXPECT_FALSE(may_share_cores(std::vector{place(0, {}), place(1, {})})) << "nothing is known";
}

TEST(PlacementWarnings, what_is_not_known_is_not_judged) {
  EXPECT_THAT(placed({place(0, {}), place(1, {})}), IsEmpty());
  EXPECT_THAT(placed({place(0, {0}, "elsewhere"), place(1, {0}, "elsewhere")}), IsEmpty());
}

TEST(PlacementWarnings, long_lists_are_cut) {
  std::vector<RankPlace> places;
  for (int i = 0; i < 10; ++i) places.push_back(place(i, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  const auto warnings = placement_warnings(places, {{"a", 10}});
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].text, "a: ranks=0,1,2,3,4,5,6,7 and +2 more not bound to a core");
  places.resize(8);
  EXPECT_EQ(placement_warnings(places, {{"a", 10}})[0].text, "a: ranks=0,1,2,3,4,5,6,7 not bound to a core");
}

TEST(Digest, counts_each_kind_once) {
  std::vector<Warning> warnings(3, {"drift", "case: drifts", "wait"});
  warnings.insert(warnings.begin(), {"unbound", "case: moves", "bind"});
  warnings.push_back({"several_modes", "case: modes", "look"});
  const auto all = digest(warnings);
  ASSERT_EQ(kinds(all), (Kinds{"drift", "several_modes", "unbound"}));  // a note comes last
  EXPECT_EQ(all[0].text, "case and +2 more: drifts");
  EXPECT_EQ(all[1].text, "case: modes");
}

TEST(Describe, names_what_tells_cases_apart) {
  EXPECT_EQ(describe({.benchmark = "Barrier", .processes = 2}), "Barrier, 2 processes");
  EXPECT_EQ(
      describe({.benchmark = "PingPong", .multi = true, .processes = 2, .groups = 3, .group = 1, .bytes = 8}),
      "Multi-PingPong, 2 processes x 3 groups, group 1, 8 B");
  EXPECT_EQ(describe({.benchmark = "S_Read_Indv", .mode = "AGGREGATE", .processes = 1, .bytes = 0}),
            "S_Read_Indv AGGREGATE, 1 process, 0 B");
  EXPECT_EQ(describe({.benchmark = "UniBandMT", .processes = 2, .threads = 1}),
            "UniBandMT, 2 processes of 1 thread");
  EXPECT_EQ(describe({.benchmark = "UniBandMT", .processes = 2, .threads = 4}),
            "UniBandMT, 2 processes of 4 threads");
}

TEST(Warnings, name_a_computation_whose_speed_changes) {
  auto row = quiet();
  row.overlap = OverlapTimes{2e-3, 1e-3, 1e-3, 50, 0.05};
  EXPECT_THAT(case_warnings(row, {}), IsEmpty());
  row.overlap->cpu_spread = 0.3;
  ASSERT_THAT(kinds(case_warnings(row, {})), testing::ElementsAre("unsteady_computation"));
  EXPECT_THAT(case_warnings(row, {})[0].text, HasSubstr("varies by 30%"));
}

TEST(WarningKinds, have_a_letter_of_their_own_in_a_table) {
  for (const char* kind : {"coarse_timer", "few_batches", "wide_interval", "several_modes", "drift",
                           "outliers", "slow_rank", "involuntary_switches", "unsteady_computation"}) {
    EXPECT_NE(warning_letter(kind), 0) << kind;
    EXPECT_EQ(warning_kind_of(warning_letter(kind)), kind);
  }
  EXPECT_EQ(warning_letter("unbound"), 0);
  EXPECT_EQ(warning_kind_of('\0'), "");
  EXPECT_EQ(warning_kind_of('x'), "");
}

}  // namespace
}  // namespace sonde::record
