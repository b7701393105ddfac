#include "campaign/printed_numbers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "make_case.hpp"

namespace sonde::campaign {
namespace {

using record::CaseRecord;
using testing::ElementsAre;
using testing::IsEmpty;

/// The columns in which a table and a record differ.
std::vector<std::string> differing(const CaseRecord& printed, const CaseRecord& recorded) {
  std::vector<std::string> out;
  for (const auto& number : numbers_of_both(printed, recorded))
    if (!number.agrees()) out.push_back(number.column);
  return out;
}

std::vector<std::string> columns_of(const CaseRecord& printed, const CaseRecord& recorded) {
  std::vector<std::string> out;
  for (const auto& number : numbers_of_both(printed, recorded)) out.push_back(number.column);
  return out;
}

CaseRecord with_overlap(double overlapped, double pure, double cpu, double percent) {
  CaseRecord c = test::make_case("Ibcast", 8, 1e-6);
  c.times.reset();
  c.overlap = record::OverlapTimes{overlapped, pure, cpu, percent};
  return c;
}

TEST(PrintedNumbers, of_overlap_are_each_compared_to_the_digits_printed) {
  const CaseRecord record = with_overlap(1.5949e-6, 0.9751e-6, 1.1449e-6, 53.449);
  EXPECT_THAT(differing(with_overlap(1.59e-6, 0.98e-6, 1.14e-6, 53.45), record), IsEmpty());
  EXPECT_THAT(differing(with_overlap(1.58e-6, 0.98e-6, 1.14e-6, 53.45), record), ElementsAre("t_ovrl[usec]"));
  EXPECT_THAT(differing(with_overlap(1.59e-6, 0.96e-6, 1.14e-6, 53.45), record), ElementsAre("t_pure[usec]"));
  EXPECT_THAT(differing(with_overlap(1.59e-6, 0.98e-6, 1.12e-6, 53.45), record), ElementsAre("t_CPU[usec]"));
  EXPECT_THAT(differing(with_overlap(1.59e-6, 0.98e-6, 1.14e-6, 53.40), record), ElementsAre("overlap[%]"));
}

/// Truly_passive_put prints two of them.
TEST(PrintedNumbers, that_have_no_column_are_not_compared) {
  const double none = std::nan("");
  EXPECT_THAT(columns_of(with_overlap(1e-6, 2e-6, none, none), with_overlap(1e-6, 2e-6, 3e-6, 40)),
              ElementsAre("t_ovrl[usec]", "t_pure[usec]"));
  EXPECT_THAT(columns_of(test::make_case("PingPong", 8, 1e-6), with_overlap(1e-6, 2e-6, 3e-6, 40)),
              IsEmpty());
}

TEST(PrintedNumbers, of_the_statistics_are_those_of_the_summary) {
  CaseRecord record = test::make_case("PingPong", 8, 1e-6), printed = record;
  auto& s = record.summary.emplace();
  s.batches = 20, s.median = 2e-6, s.p95 = 3e-6, s.ci_low = 1.9e-6, s.ci_high = 2.2e-6;
  printed.extra = {{"median_s", 2e-6}, {"p95_s", 3e-6}, {"ci95[%]", 10.0}};
  EXPECT_EQ(columns_of(printed, record).size(), 4U);
  EXPECT_THAT(differing(printed, record), IsEmpty());
  record.summary->median = 1e-6;
  EXPECT_THAT(differing(printed, record), ElementsAre("median[usec]", "ci95[%]"));
  record.summary->median = 2e-6, record.summary->p95 = 3.1e-6;
  EXPECT_THAT(differing(printed, record), ElementsAre("p95[usec]"));
}

TEST(PrintedNumbers, of_arrivals_guidelines_and_rates_are_compared_too) {
  CaseRecord record = test::with_rate(test::make_case("Bcast", 8, 1e-6), 7.5), printed = record;
  record.messages_per_second = 1000.4, printed.messages_per_second = 1000;
  record.arrival.emplace().absorption.median = 0.987, record.arrival->last.median = 3e-6;
  record.guideline.emplace().ratio.median = 1.0514;
  printed.extra = {{"absorb[%]", 98.7}, {"d_last_s", 3e-6}, {"ratio", 1.051}};
  EXPECT_THAT(differing(printed, record), IsEmpty());
  EXPECT_EQ(columns_of(printed, record).size(), 6U);
  EXPECT_EQ(numbers_of_both(printed, record, false).size(), 5U) << "rates in another unit";
  printed = record;
  printed.megabytes_per_second = 7.6, printed.messages_per_second = 1002;
  printed.extra = {{"absorb[%]", 98.6}, {"d_last_s", 3.2e-6}, {"ratio", 1.053}};
  EXPECT_THAT(differing(printed, record),
              ElementsAre("Mbytes/sec", "Msg/sec", "ratio", "d_last[usec]", "absorb[%]"));
}

TEST(PrintedNumbers, of_tails_under_load_are_those_of_the_load) {
  CaseRecord record = test::make_case("Barrier", -1, 1e-6), printed = record;
  record.load.emplace().loaded.quantiles = {{.level = 0.5, .seconds = 4e-6}};
  printed.extra = {{"p50_s", 4e-6}};
  EXPECT_THAT(columns_of(printed, record), testing::Contains("p50[usec]"));
  EXPECT_THAT(differing(printed, record), IsEmpty());
  record.load->loaded.quantiles[0].seconds = 5e-6;
  EXPECT_THAT(differing(printed, record), ElementsAre("p50[usec]"));
}

/// t[usec] is the slowest rank's.
TEST(PrintedNumbers, of_one_column_the_slowest_time_alone_is_compared) {
  CaseRecord record = test::make_case("PingPong", 8, 3e-6);
  record.times = record::Times{1e-6, 3e-6, 2e-6};
  EXPECT_THAT(columns_of(test::make_case("PingPong", 8, 3e-6), record), ElementsAre("t[usec]"));
  EXPECT_THAT(differing(test::make_case("PingPong", 8, 3e-6), record), IsEmpty());
}

}  // namespace
}  // namespace sonde::campaign
