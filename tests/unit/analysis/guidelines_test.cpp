#include "analysis/guidelines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "compared_runs.hpp"
#include "dice.hpp"
#include "make_case.hpp"

namespace sonde::analysis {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using enum GuidelineVerdict;

constexpr std::int64_t kilo = 1024;

/// Launches of benchmarks with lengths of 1 KiB to 64 KiB. A launch is slower as a whole by some 10 %, and
/// each case by some 3 %; what is known of a case within a launch is right, too.
struct Machine {
  std::function<double(std::int64_t)> seconds;
  std::size_t launches = 8;
  int benchmarks = 8;
  double between = 0.03;
  std::int64_t most = 64 * kilo;

  [[nodiscard]] std::vector<record::Run> measure(test::Dice& dice) const {
    std::vector<record::Run> out(launches);
    for (auto& run : out) {
      const double launch = std::exp(0.1 * dice.normal());
      for (int i = 0; i < benchmarks; ++i)
        for (std::int64_t bytes = kilo; bytes <= most; bytes *= 2) {
          constexpr double within = 0.005;
          const double noise = std::exp(between * dice.normal() + within * dice.normal());
          run.cases.push_back(test::row("Own" + std::to_string(i), bytes, launch * noise * seconds(bytes)));
          auto& summary = *run.cases.back().summary;
          summary.ci_low = summary.median * (1 - 2 * within),
          summary.ci_high = summary.median * (1 + 2 * within);
          summary.effective_batches = 20;
        }
    }
    return out;
  }
};

double straight(std::int64_t bytes) {
  return 10e-6 + static_cast<double>(bytes) / 10e9;
}

GuidelineCheck check_of(const std::vector<record::Run>& runs, double tolerance = 0.05, bool one = false) {
  return judge_guidelines(guideline_pairs(runs), tolerance, one);
}

const CheckedGuideline* find(const GuidelineCheck& check, Guideline guideline, std::int64_t bytes,
                             int processes = 2) {
  for (const auto& row : check.rows)
    if (row.guideline == guideline && row.left.bytes == bytes && row.left.processes == processes) return &row;
  return nullptr;
}

/// Of 200 families with 96 guidelines those with anything violated.
int families_accused(const Machine& machine, double tolerance) {
  test::Dice dice(7 + machine.launches);
  int accused = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const auto check = check_of(machine.measure(dice), tolerance);
    EXPECT_EQ(check.rows.size(), 96U);
    accused += check.count(violated) > 0 ? 1 : 0;
  }
  testing::Test::RecordProperty("families_accused_" + std::to_string(machine.launches), accused);
  return accused;
}

constexpr int bound = 17;  // of 200 with 5 % more in 1 % of all cases

TEST(Guidelines, the_innocent_are_accused_seldom) {
  EXPECT_LE(families_accused({straight, 6}, 0.05), bound);
}

TEST(Guidelines, equal_times_do_not_accuse_the_least_of_many) {
  const auto flat = [](std::int64_t) { return 10e-6; };
  EXPECT_LE(families_accused({flat, 5}, 0.0), bound);  // without a tolerance they are on the edge
  EXPECT_LE(families_accused({flat, 6, 8, 0.3}, 0.0), bound);
}

TEST(Guidelines, what_is_equal_by_parts_is_not_accused_either) {
  const auto proportional = [](std::int64_t bytes) { return static_cast<double>(bytes) / 1e9; };
  EXPECT_LE(families_accused({proportional, 6}, 0.0), bound);
}

double with_steps(std::int64_t bytes) {
  const double plain = 10e-6 + static_cast<double>(bytes) / 20e9;
  if (bytes == 4 * kilo) return 1.3 * plain;  // an eager limit at 8 KiB
  if (bytes >= 64 * kilo) return 3 * with_steps(32 * kilo) * static_cast<double>(bytes) / (64 * kilo);
  return plain;
}

TEST(Guidelines, planted_steps_are_found_with_their_ratio) {
  test::Dice dice(3);
  const Machine machine{with_steps, 8, 1, 0.02, 256 * kilo};
  int eager = 0, split = 0, inside = 0;
  for (int trial = 0; trial < 50; ++trial) {
    const auto check = check_of(machine.measure(dice));
    const auto* const jump = find(check, Guideline::longer, 4 * kilo);
    const auto* const part = find(check, Guideline::split, 64 * kilo);
    ASSERT_TRUE(jump != nullptr && part != nullptr);
    eager += jump->verdict == violated ? 1 : 0;
    split += part->verdict == violated ? 1 : 0;
    const double truth = with_steps(64 * kilo) / (part->times * with_steps(part->right.bytes));
    inside += part->low <= truth && truth <= part->high ? 1 : 0;
    EXPECT_EQ(find(check, Guideline::longer, 64 * kilo)->verdict, held);
  }
  EXPECT_GE(eager, 45);
  EXPECT_GE(split, 45);
  EXPECT_GE(inside, 42);
}

/// As many launches as `slower`, in which two processes take so many times as long as four.
std::vector<record::Run> of_ranks(const std::string& benchmark, const std::vector<double>& slower) {
  std::vector<record::Run> out;
  for (const double ratio : slower) {
    record::Run run;
    run.cases = {test::row(benchmark, 8, 1e-6 * ratio), test::row(benchmark, 8, 1e-6)};
    run.cases[1].id.processes = 4;
    out.push_back(run);
  }
  return out;
}

TEST(Guidelines, fewer_ranks_of_a_collective_are_not_slower) {
  const std::vector<double> ratios{1.5, 1.52, 1.48, 1.51, 1.49};
  const auto check = check_of(of_ranks("Allreduce", ratios));
  ASSERT_EQ(check.rows.size(), 1U);
  EXPECT_EQ(check.rows[0].verdict, violated);
  EXPECT_NEAR(check.rows[0].ratio, 1.5, 1e-9);
  EXPECT_THAT(violations(check),
              testing::ElementsAre("Allreduce 8 B: 2 processes take 1.50 [1.48, 1.52] times as long as 4"));
  EXPECT_TRUE(guideline_pairs(of_ranks("Exchange", ratios)).empty());
  EXPECT_EQ(guideline_pairs(of_ranks("Barrier", ratios)).size(), 1U);
}

TEST(Guidelines, fewer_than_five_launches_accuse_nobody) {
  for (std::size_t n = 1; n < 5; ++n) {
    const auto check = check_of(of_ranks("Bcast", std::vector<double>(n, 50)));
    EXPECT_EQ(check.rows.at(0).verdict, open) << n;
    EXPECT_EQ(check.rows[0].level, 0) << n;
    EXPECT_THAT(check.rows[0].why, HasSubstr(n < 3 ? ": take 8" : ": about 6 probably decide")) << n;
  }
}

TEST(Guidelines, one_launch_is_judged_by_its_batches_where_that_is_wanted) {
  test::Dice dice(5);
  const auto runs = Machine{with_steps, 1, 1, 0, 256 * kilo}.measure(dice);
  EXPECT_EQ(check_of(runs).count(violated), 0U);
  const auto check = check_of(runs, 0.05, true);
  const auto* const jump = find(check, Guideline::longer, 4 * kilo);
  EXPECT_EQ(jump->verdict, violated);
  EXPECT_LE(jump->low, with_steps(4 * kilo) / with_steps(8 * kilo));
  EXPECT_EQ(find(check, Guideline::longer, 64 * kilo)->verdict, held);
  auto bare = runs;
  for (auto& one : bare[0].cases) one.summary.reset(), one.times = record::Times{1, 1, 1};
  const auto unknown = check_of(bare, 0.05, true);
  EXPECT_EQ(unknown.count(open), unknown.rows.size());
  EXPECT_EQ(unknown.rows[0].why, "no batches of it are known");
}

TEST(Guidelines, one_launch_with_a_coarse_timer_accuses_nobody) {
  test::Dice dice(5);
  auto runs = Machine{with_steps, 1, 1, 0, 256 * kilo}.measure(dice);
  for (auto& one : runs[0].cases) one.measured_seconds = 20 * one.summary->median;  // a call a batch
  runs[0].header.timer_resolution = 4e-6;  // of some 13 us, longer than 4 KiB should take
  const auto check = check_of(runs, 0.05, true);
  const auto* const jump = find(check, Guideline::longer, 4 * kilo);
  EXPECT_EQ(jump->verdict, open);
  EXPECT_EQ(jump->why, "the digits or the timer are too coarse");
}

TEST(Guidelines, rates_become_times_and_computation_is_left_out) {
  record::Run run;
  run.header.megabyte = 1e6;
  for (const auto& [bytes, rate] : {std::pair(1000, 100.0), std::pair(2000, 50.0)}) {
    auto one = test::make_case("osu_bw", bytes, 1);
    one.times.reset();
    run.cases.push_back(test::with_rate(one, rate));
    auto beside = test::make_case("Ibcast", bytes, 1);
    beside.overlap = record::OverlapTimes{9, bytes * 1e-9, 9, 50};
    run.cases.push_back(beside);
  }
  const auto pairs = guideline_pairs(std::vector{run});
  ASSERT_EQ(pairs.size(), 4U);
  EXPECT_EQ(pairs[0].left.benchmark, "Ibcast");
  EXPECT_NEAR(std::exp(pairs[0].logs[0].value), 0.5, 1e-9);
  EXPECT_EQ(pairs[3].guideline, Guideline::split);
  EXPECT_NEAR(std::exp(pairs[3].logs[0].value), 2, 1e-9);  // 40 us for 2000 bytes, 10 us for 1000
}

TEST(Guidelines, of_a_late_process_count_from_its_arrival) {
  record::Run run;
  for (const std::int64_t bytes : {1000, 2000}) {
    auto one = test::row("Allreduce", bytes, 1e-3);  // a delay of 1 ms, beside which no call is long
    record::MeasuredArrival late;
    late.last.median = static_cast<double>(bytes) * static_cast<double>(bytes) * 1e-12;
    one.arrival = late;
    run.cases.push_back(one);
  }
  const auto pairs = guideline_pairs(std::vector{run});
  ASSERT_FALSE(pairs.empty());
  for (const auto& pair : pairs)
    if (pair.guideline == Guideline::split) {
      EXPECT_NEAR(std::exp(pair.logs[0].value), 2, 1e-9);  // 4 us for 2000 bytes, 1 us for 1000
    }
  EXPECT_EQ(pairs[0].rounding, 0);
  run.header.timer_resolution = 1e-6;
  EXPECT_GT(guideline_pairs(std::vector{run})[0].rounding, 0.1);
}

TEST(Guidelines, wrong_data_and_failed_rows_say_nothing) {
  record::Run run;
  run.cases = {test::row("Bcast", 8, 1e-6), test::row("Bcast", 16, 1e-6), test::row("Bcast", 32, 1e-6)};
  EXPECT_EQ(guideline_pairs(std::vector{run}).size(), 6U);
  run.cases[1].defects = 1;
  run.cases[2].status = record::Status::failed;
  EXPECT_TRUE(guideline_pairs(std::vector{run}).empty());
  EXPECT_TRUE(guideline_pairs({}).empty());
}

TEST(Guidelines, neighbours_are_told_once) {
  std::vector<record::Run> runs;
  for (int i = 0; i < 6; ++i) {
    record::Run run;
    for (const auto& [bytes, ratio] : {std::pair(1, 1.4), std::pair(2, 1.3), std::pair(4, 1.0)})
      run.cases.push_back(test::row("Bcast", bytes, 1e-6 * ratio * (1 + 0.001 * i * bytes)));
    runs.push_back(run);
  }
  const auto check = check_of(runs);
  EXPECT_EQ(guidelines_sentence(check), "2 of 4 guidelines violated, 2 held, 0 open");
  const auto said = violations(check);
  ASSERT_EQ(said.size(), 1U);
  EXPECT_THAT(said[0],
              testing::MatchesRegex(
                  "Bcast np=2: 1 B to 2 B take 1\\.[0-9]+ to 1\\.[0-9]+ \\[1\\.[0-9]+, 1\\.[0-9]+\\] "
                  "times as long as 4 B: send 4 B"));
}

TEST(Guidelines, lost_cases_are_named) {
  std::vector<record::Run> runs(3);
  for (auto& run : runs)
    for (std::int64_t bytes = kilo; bytes <= 8 * kilo; bytes *= 2)
      run.cases.push_back(test::row("PingPong", bytes, straight(bytes)));
  EXPECT_THAT(lost_cases(runs).notes, IsEmpty());
  for (auto& run : runs) run.cases[1].status = record::Status::skipped;
  EXPECT_THAT(lost_cases(runs).notes, IsEmpty()) << "not begun";
  runs[1].cases[0].status = record::Status::failed;
  for (auto& run : runs) run.cases[2].status = record::Status::failed, run.cases[3].defects = 5;
  EXPECT_THAT(lost_cases(runs).notes,
              ElementsAre("2 cases failed or moved wrong data in every launch and cannot be judged: "
                          "PingPong, 2 processes, 4 KiB; PingPong, 2 processes, 8 KiB",
                          "1 case failed or moved wrong data in some launches, which do not count for them: "
                          "PingPong, 2 processes, 1 KiB"));
  EXPECT_EQ(lost_cases(runs).in_every_launch, 2U);
}

}  // namespace
}  // namespace sonde::analysis
