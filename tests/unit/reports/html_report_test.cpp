#include "reports/html_report.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "make_case.hpp"

namespace sonde::reports {
using test::make_case;
using test::with_rate;
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view data_opens = "<script type=\"application/json\" id=\"data\">";

std::string data_text(const std::string& page) {
  const std::size_t from = page.find(data_opens) + data_opens.size();
  return page.substr(from, page.find("</script>", from) - from);
}

json data_of(const std::vector<record::Run>& runs) {
  return json::parse(data_text(html_report(analysis::report_of(runs), {})));
}

record::Run reported(std::vector<record::CaseRecord> cases) {
  record::Run run;
  run.source = "run.json";
  run.cases = std::move(cases);
  return run;
}

TEST(HtmlReport, no_run_at_all_makes_a_page) {
  const json data = data_of({});
  EXPECT_EQ(data["cases"]["size"], 0);
  EXPECT_TRUE(data["runs"].empty());
}

TEST(HtmlReport, cases_become_columns) {
  const json cases = data_of(std::vector{
      reported({with_rate(make_case("PingPong", 64, 4e-6), 16), make_case("Barrier", -1, 2e-6)})})["cases"];
  EXPECT_EQ(cases["size"], 2);
  EXPECT_EQ(cases["names"][cases["benchmark"][1].get<std::size_t>()], "Barrier");
  EXPECT_EQ(cases["bytes"], json::parse("[64, null]"));
  EXPECT_EQ(cases["time"], json::parse("[4e-6, 2e-6]"));
  EXPECT_EQ(cases["rate"], json::parse("[16777200.0, null]"));  // six digits of 16 × 2^20
  EXPECT_FALSE(cases.contains("time_low"));
}

TEST(HtmlReport, several_runs_stand_in_order) {
  const json data = data_of(
      std::vector{reported({make_case("A", 1, 1)}), reported({make_case("A", 1, 1), make_case("B", 1, 1)})});
  EXPECT_EQ(data["cases"]["run"], json::parse("[0, 1, 1]"));
  EXPECT_EQ(data["runs"][1]["benchmarks"], 2);
}

TEST(HtmlReport, numbers_that_are_none_are_null) {
  record::CaseRecord c = make_case("PingPong", 8, std::nan(""));
  c.defects = INFINITY;
  const json cases = data_of(std::vector{reported({c, make_case("PingPong", 8, 1e-320)})})["cases"];
  EXPECT_FALSE(cases.contains("defects"));
  EXPECT_TRUE(cases["t_max"][0].is_null());
  EXPECT_GT(cases["t_max"][1], 0);
}

TEST(HtmlReport, text_of_the_data_never_becomes_markup) {
  const std::string hostile = "</script><img src=x onerror=alert(1)>{{script}}&\xe2\x80\xa8";
  record::Run run = reported({make_case(hostile, 8, 1e-6)});
  run.source = hostile;
  const std::string page = html_report(analysis::report_of({run}), {.title = hostile});
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_EQ(json::parse(data_text(page))["title"], hostile);
}

TEST(HtmlReport, bytes_that_are_no_text_are_replaced) {
  EXPECT_EQ(data_of(std::vector{reported({make_case("\xff", 8, 1e-6)})})["cases"]["names"][0],
            "\xef\xbf\xbd");
}

TEST(HtmlReport, the_policy_names_scripts_by_hash_and_allows_nothing_else) {
  const std::string page = html_report(analysis::report_of({}), {});
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, HasSubstr("script-src 'sha256-"));
  EXPECT_THAT(page, Not(HasSubstr("unsafe-inline")));
  EXPECT_THAT(page, Not(HasSubstr("{{")));
}

TEST(HtmlReport, the_same_runs_give_the_same_page) {
  const std::vector runs{reported({make_case("PingPong", 8, 1e-6)})};
  EXPECT_EQ(html_report(analysis::report_of(runs), {}), html_report(analysis::report_of(runs), {}));
}

TEST(HtmlReport, warnings_are_grouped_by_kind) {
  record::CaseRecord c = make_case("PingPong", 8, 1e-6);
  c.warnings = {{"drift", "It drifts.", "Wait."}, {"drift", "It drifts again.", "Wait."}};
  const json warnings = data_of(std::vector{reported({c})})["warnings"];
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0]["count"], 2);
  EXPECT_EQ(warnings[0]["examples"][1], "It drifts again.");
}

}  // namespace
}  // namespace sonde::reports
