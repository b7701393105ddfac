#include "record/case_numbers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "record/csv.hpp"
#include "sample_run.hpp"

namespace sonde::record {
namespace {

using testing::HasSubstr;
using testing::Not;

CaseRecord plain_case() {
  auto one = full_case();
  one.extra.clear();
  return one;
}

/// A case of each kind that few runs have.
std::vector<CaseRecord> special_cases() {
  std::vector<CaseRecord> cases(4, plain_case());
  cases[0].tail = stats::Tail{
      .calls = 5000, .quantiles = {{.level = 0.5, .seconds = 2e-6}, {.level = 0.999, .seconds = 9e-6}}};
  cases[1].arrival.emplace().last = {3e-6, 2e-6, 4e-6};
  cases[1].arrival->absorption = {0.75, 0.5, 0.875};
  cases[2].guideline =
      MeasuredGuideline{.id = "G2", .left = 8e-6, .right = 2e-6, .ratio = {4, 3.5, 4.5, 0.95, 20}};
  auto& load = cases[3].load.emplace();
  load.loaded.quantiles = {{.level = 0.99, .seconds = 6e-6}};
  load.impacts = {{.level = 0.99, .impact = {3, 2.5, 3.5}}};
  return cases;
}

TEST(CaseNumbers, are_those_of_the_blocks_of_a_case) {
  const auto cases = special_cases();
  EXPECT_EQ(number_of(cases[0], "call_p99.9_s"), 9e-6);
  EXPECT_EQ(number_of(cases[1], "d_last_high_s"), 4e-6);
  EXPECT_EQ(number_of(cases[2], "ratio_low"), 3.5);
  EXPECT_EQ(number_of(cases[3], "impact99"), 3);
  EXPECT_TRUE(std::isnan(number_of(cases[3], "impact50")));
  EXPECT_TRUE(std::isnan(number_of(full_case(), "ratio")));
}

TEST(Csv, has_columns_for_them_where_cases_have_them_and_gives_them_back) {
  EXPECT_EQ(csv_columns(std::vector{plain_case()}), CsvColumns{});
  for (const auto& one : special_cases()) {
    const auto columns = csv_columns(std::vector{one});
    const auto back = CsvReader::of(csv_head(columns))->read(to_csv(one, 1e6, columns));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_FALSE(back->extra.empty());
    for (const auto& [name, value] : back->extra) EXPECT_EQ(value, number_of(one, name)) << name;
    EXPECT_EQ(csv_columns(std::vector{*back}).numbers.size(), back->extra.size());
  }
}

TEST(Csv, of_a_run_that_begins_has_columns_for_what_it_will_measure) {
  Header header;
  EXPECT_EQ(csv_columns(header, false), CsvColumns{});
  EXPECT_THAT(csv_head(csv_columns(header, true)), HasSubstr(",left_s,right_s,ratio,"));
  header.settings = {{"load", "incast"}};
  EXPECT_THAT(csv_head(csv_columns(header, false)), HasSubstr(",variant,isolated_p50_s,"));
  header.settings = {{"arrival", "last:1"}};
  EXPECT_THAT(csv_head(csv_columns(header, false)), HasSubstr(",variant,d_last_s,"));
  header.settings = {{"tails", "1"}};
  EXPECT_THAT(csv_head(csv_columns(header, false)), HasSubstr("t_init_s,call_p50_s,"));
}

TEST(Csv, with_columns_of_a_foreign_table_keeps_them) {
  auto one = full_case();
  one.extra = {{"bus, MB/s", 12.5}};
  const auto columns = csv_columns(std::vector{one});
  const auto back = CsvReader::of(csv_head(columns))->read(to_csv(one, 1e6, columns));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->extra, one.extra);
}

TEST(Csv, is_no_head_that_does_not_begin_as_ours) {
  EXPECT_TRUE(is_csv_head(csv_head() + ",more"));
  EXPECT_FALSE(is_csv_head(csv_head() + "more"));
  EXPECT_FALSE(is_csv_head("benchmark,bytes"));
  EXPECT_FALSE(is_csv_head(""));
}

}  // namespace
}  // namespace sonde::record
