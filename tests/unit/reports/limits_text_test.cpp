#include "reports/limits_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sonde::reports {
namespace {

using analysis::CheckedCase;
using analysis::LimitVerdict;
using testing::HasSubstr;

analysis::LimitCheck four_limits() {
  analysis::LimitCheck check{.launches = 5};
  for (std::size_t i = 0; i < 4; ++i)
    check.limits.push_back({.number = i + 1, .benchmark = "Odd|<name>", .value = 2e-6, .text = "<= 2 us"});
  const auto add = [&](std::size_t limit, LimitVerdict verdict, double value, const char* why) {
    CheckedCase c{
        .limit = limit, .verdict = verdict, .statistic = "median", .launches = 5, .value = value, .why = why};
    c.id = record::CaseId{.benchmark = "Odd|<name>", .processes = 2, .bytes = 8};
    c.low = 0.9 * value, c.high = 1.1 * value, c.level = 0.9375;
    check.cases.push_back(c);
  };
  add(3, LimitVerdict::broken, 3e-6, "beyond");
  check.cases.push_back({.limit = 2, .why = "no such benchmark"});
  add(1, LimitVerdict::open, 2e-6, "open");
  add(0, LimitVerdict::kept, 1e-6, "");
  check.notes = {"a *note*"};
  return check;
}

TEST(LimitsTable, begins_with_the_answer) {
  EXPECT_EQ(
      limits_table(four_limits()),
      "1 of 4 limits kept, 1 broken, 1 missing, 1 open (5 launches)\n"
      "# a *note*\n"
      "limit  case                          quantity  launches  value  interval                 to be    verdict  why\n"
      "4      Odd|<name>, 2 processes, 8 B  median    5         3 us   2.7 us .. 3.3 us (94 %)  <= 2 us  broken   beyond\n"
      "3      Odd|<name>                    -         0         -      -                        <= 2 us  missing  no such benchmark\n"
      "2      Odd|<name>, 2 processes, 8 B  median    5         2 us   1.8 us .. 2.2 us (94 %)  <= 2 us  open     open\n"
      "1      Odd|<name>, 2 processes, 8 B  median    5         1 us   0.9 us .. 1.1 us (94 %)  <= 2 us  kept\n");
}

TEST(LimitsMarkdown, hides_markup_of_names) {
  const auto text = limits_markdown(four_limits());
  EXPECT_THAT(text,
              testing::StartsWith(
                  "**1 of 4 limits kept, 1 broken, 1 missing, 1 open** (5 launches)\n\n| limit | case |"));
  EXPECT_THAT(text, HasSubstr("| 4 | Odd\\|\\<name\\>, 2 processes, 8 B | median | 5 | 3 us |"));
  EXPECT_THAT(text, HasSubstr("* a \\*note\\*\n"));
}

TEST(LimitsJunit, fails_what_is_broken_or_missing_and_skips_what_is_open) {
  const auto text = limits_junit(four_limits());
  EXPECT_THAT(
      text,
      HasSubstr("<testsuite name=\"sonde check\" tests=\"4\" failures=\"2\" errors=\"0\" skipped=\"1\">"));
  EXPECT_THAT(text, HasSubstr("value=\"1 of 4 limits kept, 1 broken, 1 missing, 1 open\""));
  EXPECT_THAT(
      text,
      HasSubstr("classname=\"Odd|&lt;name&gt;\" name=\"limit 1: Odd|&lt;name&gt;, 2 processes, 8 B, median "
                "&lt;= 2 us\"/>\n"));
  EXPECT_THAT(text, HasSubstr("<failure message=\"missing: no such benchmark\"/>"));
}

}  // namespace
}  // namespace sonde::reports
