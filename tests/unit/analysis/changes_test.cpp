// Neighbouring cases with one verdict are one change.
#include "analysis/changes.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/describe.hpp"

namespace sonde::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

ComparedCase compared(const std::string& benchmark, int processes, std::int64_t bytes, Verdict verdict,
                      double ratio) {
  ComparedCase c;
  c.id.benchmark = benchmark;
  c.id.processes = processes;
  c.id.bytes = bytes;
  c.verdict = verdict;
  c.ratio = ratio;
  c.base_runs = verdict == Verdict::only_in_new ? 0 : 5;
  c.new_runs = verdict == Verdict::only_in_base || verdict == Verdict::failed ? 0 : 5;
  c.low = ratio - 0.01, c.high = ratio + 0.02, c.level = 0.95;
  return c;
}

/// A line for each change.
std::vector<std::string> told(const std::vector<ComparedCase>& cases) {
  Comparison comparison;
  comparison.cases = cases;
  std::vector<std::string> lines;
  for (const auto& change : changes(comparison))
    lines.push_back(fmt::format("{}: {} {} {:.2f} [{:.2f}, {:.2f}]",
                                record::describe(change.first, change.last), change.cases,
                                to_word(change.verdict), change.ratio, change.low, change.high));
  return lines;
}

TEST(Changes, of_equal_runs_are_none) {
  EXPECT_THAT(told({}), IsEmpty());
  EXPECT_THAT(
      told({compared("Bcast", 2, 8, Verdict::same, 1), compared("Bcast", 2, 16, Verdict::open, 1.01)}),
      IsEmpty());
}

TEST(Changes, of_another_number_of_a_case_stand_for_themselves) {
  auto pure = compared("Ibcast", 2, 16, Verdict::worse, 1.3),
       next = compared("Ibcast", 2, 32, Verdict::worse, 1.3);
  for (auto* one : {&pure, &next}) one->leading = false, one->measure = {Quantity::t_pure};
  Comparison comparison;
  comparison.cases = {compared("Ibcast", 2, 8, Verdict::worse, 1.1),
                      compared("Ibcast", 2, 16, Verdict::worse, 1.1), pure, next};
  std::vector<std::string> names;
  for (const auto& change : changes(comparison)) names.push_back(change_name(change));
  EXPECT_THAT(names,
              ElementsAre("Ibcast, 2 processes, 16 B to 32 B, t_pure", "Ibcast, 2 processes, 8 B to 16 B"));
}

TEST(Changes, of_neighbouring_lengths_are_one) {
  EXPECT_THAT(
      told({compared("Bcast", 2, 32, Verdict::worse, 1.3), compared("Bcast", 2, 8, Verdict::worse, 1.1),
            compared("Bcast", 2, 16, Verdict::worse, 1.2)}),
      ElementsAre("Bcast, 2 processes, 8 B to 32 B: 3 worse 1.20 [1.09, 1.32]"));
}

TEST(Changes, end_where_a_length_is_the_same_or_another_verdict_holds) {
  EXPECT_THAT(
      told({compared("Bcast", 2, 8, Verdict::worse, 1.1), compared("Bcast", 2, 16, Verdict::same, 1),
            compared("Bcast", 2, 32, Verdict::worse, 1.4), compared("Bcast", 2, 64, Verdict::better, 0.5),
            compared("Bcast", 2, 128, Verdict::maybe_slower, 1.6)}),
      ElementsAre("Bcast, 2 processes, 32 B: 1 worse 1.40 [1.39, 1.42]",
                  "Bcast, 2 processes, 8 B: 1 worse 1.10 [1.09, 1.12]",
                  "Bcast, 2 processes, 64 B: 1 better 0.50 [0.49, 0.52]",
                  "Bcast, 2 processes, 128 B: 1 slower? 1.60 [1.59, 1.62]"));
}

TEST(Changes, of_the_same_lengths_are_one_over_neighbouring_numbers_of_processes) {
  std::vector<ComparedCase> cases;
  for (const int processes : {2, 4, 8, 16})
    for (const int bytes : {8, 16, 32})
      cases.push_back(
          compared("Allreduce", processes, bytes,
                   processes == 4 || (processes == 8 && bytes > 8) ? Verdict::worse : Verdict::same, 1.5));
  cases.push_back(compared("Allreduce", 16, 64, Verdict::worse, 1.5));
  EXPECT_THAT(told(cases), ElementsAre("Allreduce, 4 processes, 8 B to 32 B: 3 worse 1.50 [1.49, 1.52]",
                                       "Allreduce, 8 processes, 16 B to 32 B: 2 worse 1.50 [1.49, 1.52]",
                                       "Allreduce, 16 processes, 64 B: 1 worse 1.50 [1.49, 1.52]"));
  for (auto& c : cases)
    if (c.id.processes == 8 && c.id.bytes == 8) c.verdict = Verdict::worse;
  EXPECT_EQ(told(cases).front(), "Allreduce, 4 to 8 processes, 8 B to 32 B: 6 worse 1.50 [1.49, 1.52]");
}

TEST(Changes, do_not_leap_over_a_number_of_processes) {
  EXPECT_EQ(told({compared("Bcast", 2, 8, Verdict::worse, 1.5), compared("Bcast", 4, 8, Verdict::same, 1),
                  compared("Bcast", 8, 8, Verdict::worse, 1.5)})
                .size(),
            2U);
}

TEST(Changes, keep_benchmarks_modes_and_groups_apart) {
  auto aggregate = compared("Unidir_Put", 2, 8, Verdict::worse, 1.5), plain = aggregate, other = aggregate;
  aggregate.id.mode = "AGGREGATE";
  other.id.benchmark = "Unidir_Get";
  auto group = plain;
  group.id.multi = true, group.id.groups = 2, group.id.group = 1;
  EXPECT_EQ(told({aggregate, plain, other, group}).size(), 4U);
}

TEST(Changes, of_one_side_have_no_ratio_and_no_interval) {
  EXPECT_THAT(told({compared("Bcast", 2, 8, Verdict::only_in_base, 3),
                    compared("Bcast", 2, 16, Verdict::only_in_base, 3),
                    compared("Bcast", 2, 32, Verdict::failed, 3)}),
              ElementsAre("Bcast, 2 processes, 32 B: 1 failed 1.00 [0.00, 0.00]",
                          "Bcast, 2 processes, 8 B to 16 B: 2 only in base 1.00 [0.00, 0.00]"));
}

}  // namespace
}  // namespace sonde::analysis
