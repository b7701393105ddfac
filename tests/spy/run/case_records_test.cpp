// The records of cases: of what groups measured, and of what could not be measured. No call of MPI is made.
#include "run/case_records.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "patterns/catalog.hpp"

namespace sonde::run {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// Sendrecv on two groups of two ranks.
struct Records : testing::Test {
  Records() { plan_for("Sendrecv"); }
  void plan_for(const std::string& benchmark, Multi multi = Multi::each) {
    settings.multi = multi;
    settings.benchmarks = {benchmark};
    settings.npmin = 2;
    plan = *make_plan(settings, patterns::mpi1_catalog(), 4, {});
  }
  [[nodiscard]] PlannedCase planned() const {
    const TableRun& section = plan.sections.front();
    return {&section, section.lanes.front(), 8};
  }
  [[nodiscard]] std::vector<record::CaseRecord> measured(const CaseFacts& facts = {}) const {
    return measured_records(settings, plan, planned(), groups, facts);
  }
  Settings settings;
  Plan plan;
  std::vector<GroupResult> groups;
};

GroupResult result(int group, double seconds) {
  GroupResult out;
  out.group = group;
  out.times = {seconds / 2, seconds, seconds * 3 / 4};
  out.summary.repetitions = 10;
  out.summary.mean = seconds;
  out.summary.slowest_rank = 1;
  return out;
}

/// What the rank with the place of its own costs is seen in every run; it is not its fault.
TEST_F(Records, name_no_rank_where_the_root_stays) {
  for (const auto* benchmark : {"Reduce", "Bcast", "Gather", "Scatter", "Allreduce"})
    for (const bool goes_round : {true, false}) {
      plan_for(benchmark, Multi::off);
      settings.root_shift = goes_round;
      groups = {result(0, 1e-6)};
      groups[0].summary.batches = 20;
      groups[0].summary.slowest_share = 1;
      groups[0].summary.slowest_lead = 15;
      groups[0].summary.slowest_chance = 1e-6;
      const bool named = std::ranges::any_of(measured().at(0).warnings,
                                             [](const auto& warning) { return warning.kind == "slow_rank"; });
      EXPECT_EQ(named, goes_round || std::string_view(benchmark) == "Allreduce") << benchmark;
    }
}

TEST_F(Records, of_groups_are_one_each) {
  groups = {result(0, 1e-6), result(1, 4e-6)};
  const auto made = measured();
  ASSERT_THAT(made, SizeIs(2));
  for (int group = 0; group < 2; ++group) {
    const auto& one = made[static_cast<std::size_t>(group)];
    EXPECT_EQ(one.id.benchmark, "Sendrecv");
    EXPECT_TRUE(one.id.multi);
    EXPECT_EQ(one.id.group, group);
    EXPECT_EQ(one.id.bytes, 8);
    EXPECT_EQ(one.status, record::Status::measured);
    EXPECT_THAT(one.ranks, ElementsAre(2 * group, 2 * group + 1));
    EXPECT_EQ(one.slowest_world_rank, 2 * group + 1);
    EXPECT_EQ(one.repetitions, 10);
  }
  EXPECT_DOUBLE_EQ(made[0].times->max, 1e-6);
  EXPECT_DOUBLE_EQ(made[1].measured_seconds, 4e-5);
  EXPECT_NEAR(*made[1].megabytes_per_second, 2 * 8 / 4e-6 / settings.megabyte, 1e-9);
}

TEST_F(Records, of_groups_are_one_for_the_worst) {
  plan_for("Sendrecv", Multi::worst);
  groups = {result(0, 1e-6), result(1, 4e-6)};
  const auto made = measured();
  ASSERT_THAT(made, SizeIs(1));
  EXPECT_EQ(made[0].id.group, -1);
  EXPECT_DOUBLE_EQ(made[0].times->max, 4e-6);
  EXPECT_EQ(made[0].slowest_world_rank, 3);
  EXPECT_THAT(made[0].ranks, IsEmpty()) << "the header has the map";
}

TEST_F(Records, have_defects_only_where_they_were_looked_for) {
  groups = {result(0, 1e-6), result(1, 1e-6)};
  groups[1].defects = 3;
  const CaseFacts facts{.defect_text = "byte 5 is wrong", .checked_repetitions = 7};
  EXPECT_FALSE(measured(facts)[1].defects);
  settings.check = true;
  const auto made = measured(facts);
  EXPECT_EQ(made[0].defects, 0);
  EXPECT_EQ(made[0].text, "");
  EXPECT_EQ(made[1].defects, 3);
  EXPECT_EQ(made[1].text, "byte 5 is wrong");
  EXPECT_EQ(made[1].checked_repetitions, 7);
}

TEST_F(Records, have_the_witnesses_of_their_own_ranks) {
  groups = {result(0, 1e-6), result(1, 1e-6)};
  record::RankCounters first, last;
  first.world_rank = 0;
  last.world_rank = 3;
  const auto made = measured({.witnesses = {first, last}});
  ASSERT_THAT(made[0].witnesses, SizeIs(1));
  EXPECT_EQ(made[0].witnesses[0].world_rank, 0);
  ASSERT_THAT(made[1].witnesses, SizeIs(1));
  EXPECT_EQ(made[1].witnesses[0].world_rank, 3);
}

TEST_F(Records, have_the_variables_of_their_group) {
  groups = {result(0, 1e-6), result(1, 1e-6)};
  const library::GroupVariables variables{{{"sent", "counter", 1, 1, 1, 2}},
                                          {{"sent", "counter", 5, 2, 3, 2}}};
  EXPECT_EQ(measured({.variables = variables})[1].performance_variables[0].sum, 5);
  plan_for("Sendrecv", Multi::worst);
  EXPECT_EQ(measured({.variables = variables})[0].performance_variables[0].sum, 6);
}

TEST_F(Records, without_a_result_say_why_for_each_group) {
  using enum record::Reason;
  for (const auto& [reason, status] : {std::pair{mpi_error, record::Status::failed},
                                       {unsupported, record::Status::failed},
                                       {time_out, record::Status::skipped},
                                       {skew_not_kept, record::Status::skipped}}) {
    const auto made = failed_records(settings, plan, planned(), {reason, "as it is"});
    ASSERT_THAT(made, SizeIs(2));
    EXPECT_EQ(made[1].id.group, 1);
    for (const auto& one : made) {
      EXPECT_EQ(one.status, status);
      EXPECT_EQ(one.reason, reason);
      EXPECT_EQ(one.text, "as it is");
    }
  }
  plan_for("Sendrecv", Multi::worst);
  const auto made = failed_records(settings, plan, planned(), {mpi_error, "as it is"});
  ASSERT_THAT(made, SizeIs(1));
  EXPECT_EQ(made[0].id.group, -1);
}

}  // namespace
}  // namespace sonde::run
