// Sides against each other: what the order of launches is worth, how often equal sides are called different,
// and when it is enough.
#include "campaign/against.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "analysis/headline.hpp"
#include "compared_runs.hpp"
#include "folder.hpp"
#include "record/json.hpp"
#include "seeming_machine.hpp"

namespace sonde::campaign {
namespace {

using analysis::Comparison;
using testing::ElementsAre;
using testing::HasSubstr;

CampaignPlan plan_with(int launches, std::initializer_list<const char*> names = {"A", "B"}) {
  CampaignPlan plan;
  plan.launches = launches;
  plan.launcher = {"{command}"};
  plan.placements = {PlacementOptions{}};
  plan.text = "# of a test\n";
  for (const char* name : names) plan.commands.push_back({name, {"x"}, {0}});
  return plan;
}

using test::Machine;

struct Sides {
  std::vector<record::Run> a, b;

  [[nodiscard]] Comparison compared(std::size_t tests = 1) const {
    return analysis::compare(a, b, 0.03, tests);
  }
};

/// The launches of A and B, the slower of which takes `factor` times as long, in this order.
Sides launched(std::span<const Launch> launches, double factor, Machine machine) {
  Sides out;
  for (const Launch& launch : launches) {
    const bool first = launch.group == "A";
    (first ? out.a : out.b).push_back(machine.launch(first ? 1 : factor));
  }
  return out;
}

bool differs(const Comparison& comparison) {
  return comparison.count(analysis::Verdict::worse) + comparison.count(analysis::Verdict::better) > 0;
}

TEST(Against, a_drift_fools_one_side_after_the_other_and_not_launches_in_rounds) {
  const CampaignPlan plan = plan_with(10);
  const Machine drifting{.drift = 0.02, .noise = 0.002, .dice = test::Dice(1)};
  EXPECT_EQ(launched(launches_of(plan), 1, drifting).compared().count(analysis::Verdict::worse), 3U)
      << "all of A, then all of B: both are the same program";
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    EXPECT_FALSE(differs(launched(schedule_in_rounds(plan, seed), 1, drifting).compared())) << seed;
}

TEST(Against, a_slower_side_is_found_also_on_a_machine_that_drifts) {
  const CampaignPlan plan = plan_with(10);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Machine drifting{.drift = 0.005, .noise = 0.02, .dice = test::Dice(seed)};
    EXPECT_EQ(
        launched(schedule_in_rounds(plan, seed), 1.3, drifting).compared().count(analysis::Verdict::worse),
        3U);
  }
}

/// What a campaign says that is looked at and ends when all is decided.
Comparison looked_at(const Sides& all, int launches, double precision) {
  const auto looks = looks_at(launches);
  for (const int look : looks) {
    const auto n = static_cast<std::size_t>(look);
    const Comparison now =
        analysis::compare(std::span(all.a).first(n), std::span(all.b).first(n), 0.03, looks.size());
    if (look == launches || all_decided({&now, 1}, precision)) return now;
  }
  return {};
}

TEST(Against, equal_sides_are_called_different_no_more_often_than_stated) {
  constexpr int trials = 200, most = 18;  // of 200 with 1 in 20 more with a probability of 1 %
  const CampaignPlan plan = plan_with(6);
  int at_the_end = 0, at_looks = 0;
  for (int seed = 0; seed < trials; ++seed) {
    const auto sides =
        launched(schedule_in_rounds(plan, static_cast<std::uint64_t>(seed)), 1,
                 {.drift = 0, .noise = 0.1, .dice = test::Dice(static_cast<std::uint64_t>(seed))});
    at_the_end += differs(sides.compared()) ? 1 : 0;
    at_looks += differs(looked_at(sides, 6, 0.001)) ? 1 : 0;
  }
  EXPECT_LE(at_the_end, most);
  EXPECT_LE(at_looks, most);
}

TEST(Against, is_looked_at_a_few_times_and_at_the_end) {
  EXPECT_THAT(looks_at(10), ElementsAre(4, 6, 9, 10));
  EXPECT_THAT(looks_at(4), ElementsAre(4));
  EXPECT_THAT(looks_at(2), ElementsAre(2));
}

TEST(Against, a_case_is_decided_by_a_proof_or_by_a_narrow_interval) {
  analysis::ComparedCase c;
  c.base_runs = c.new_runs = 5, c.low = 0.985, c.high = 1.015, c.level = 0.95;
  EXPECT_TRUE(decided(c, 0.02));
  EXPECT_FALSE(decided(c, 0.01));
  c.p = 0.04;
  EXPECT_FALSE(decided(c, 0.01)) << "its interval has 1 inside";
  c.low = 1.005;
  EXPECT_TRUE(decided(c, 0.01));
  c.p = 1, c.level = 0.8;
  EXPECT_FALSE(decided(c, 0.02)) << "too few launches for such an interval";
  c.new_runs = 0;
  EXPECT_TRUE(decided(c, 0.02)) << "nothing will ever be known";
}

/// Launches all, those of `failing` in vain; a side takes as long as its letter says.
void launch_all(const CampaignPlan& plan, Journal& journal, const std::string& failing) {
  Machine machine{.drift = 0, .noise = 0.001, .dice = test::Dice(1)};
  for (const Launch& launch : schedule_in_rounds(plan, 1)) {
    ASSERT_TRUE(journal.start(launch.name));
    std::ofstream record(journal.record_path(launch.name));
    record << record::to_json(record::Header{}) << "\n";
    for (const auto& row : machine.launch(launch.group == "C" ? 2 : 1).cases)
      record << record::to_json(row) << "\n";
    record << record::to_json(record::Footer{}) << "\n";
    record.close();
    ASSERT_TRUE(journal.end(launch.name, {true, launch.group != failing, "exit status 0", 1}));
  }
}

std::vector<Comparison> three_sides(const std::string& failing) {
  const test::Folder folder;
  CampaignPlan plan = plan_with(6, {"A", "B", "C"});
  plan.directory = folder / "there";
  Journal journal = Journal::open(plan, 1).value();
  launch_all(plan, journal, failing);
  return against_first(good_runs(launches_of(plan), journal).by_group, plan, 0.03);
}

TEST(Against, all_sides_are_compared_with_the_first_and_p_is_corrected_for_them) {
  const auto found = three_sides("");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].count(analysis::Verdict::same), 3U);
  EXPECT_EQ(found[1].count(analysis::Verdict::worse), 3U);
  EXPECT_DOUBLE_EQ(found[1].cases[0].p, 2 * 2 / 924.);
  EXPECT_THAT(found[1].notes, testing::Contains(HasSubstr("corrected for 2 comparisons")));
  EXPECT_TRUE(all_decided(found, 0.03));
}

TEST(Against, a_side_that_fails_leaves_the_others_and_is_not_decided) {
  const auto found = three_sides("B");
  EXPECT_EQ(headline(found[0]), "Nothing was compared; 3 only in base (Barrier 1, PingPong 2)");
  EXPECT_EQ(found[1].count(analysis::Verdict::worse), 3U);
  EXPECT_FALSE(all_decided(found, 0.03));
}

}  // namespace
}  // namespace sonde::campaign
