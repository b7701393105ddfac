// Figures and data of pages over a setting of a scan.
#include "reports/plot_scan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reports/gnuplot_axis.hpp"
#include "reports/gnuplot_script.hpp"
#include "reports/page_parts.hpp"
#include "seeming_machine.hpp"

namespace sonde::reports {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

using Setting = std::vector<record::ScanSetting>;

std::vector<record::Run> scanned(const std::vector<std::pair<Setting, double>>& settings, std::uint64_t seed,
                                 int launches = 7) {
  test::Machine machine{.drift = 0, .noise = 0.02, .dice = test::Dice(seed)};
  std::vector<record::Run> out;
  for (int launch = 0; launch < launches; ++launch)
    for (const auto& [setting, factor] : settings)
      out.push_back(test::with_setting(machine.launch(factor), setting));
  return out;
}

std::string script_of(std::span<const record::Run> runs, const PlotOptions& options) {
  const auto script = gnuplot_script(runs, options);
  return script ? *script : "error: " + script.error().message;
}

TEST(PlotOverSetting, draws_a_line_a_case_and_rings_the_proved_best) {
  const auto runs =
      scanned({{{{"eager", "65536"}}, 1}, {{{"eager", "1024"}}, 0.5}, {{{"eager", "4096"}}, 1}}, 1);
  const auto script = script_of(runs, {.benchmark = "PingPong", .over = "eager"});
  EXPECT_THAT(script,
              AllOf(HasSubstr("set logscale x 2\n"), HasSubstr("set xlabel \"eager\""),
                    HasSubstr("title \"2 processes, 8 B\""), HasSubstr("title \"2 processes, 1 KiB\""),
                    HasSubstr("filledcurves"), HasSubstr("\"proved best of its case\"")));
  EXPECT_THAT(
      script_of(runs, {.benchmark = "PingPong", .bytes = parse_lengths("8").value(), .over = "eager"}),
      HasSubstr("$line1 << END\n1024 "));
}

TEST(PlotOverSetting, rings_nothing_where_settings_are_alike) {
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    EXPECT_THAT(script_of(scanned({{{{"n", "1"}}, 1}, {{{"n", "2"}}, 1}, {{{"n", "3"}}, 1}}, seed),
                          {.benchmark = "PingPong", .over = "n"}),
                AllOf(Not(HasSubstr("proved best")), Not(HasSubstr("logscale x"))));
}

TEST(PlotOverSetting, never_puts_settings_into_one_line) {
  const auto runs = scanned({{{{"n", "1"}}, 1}, {{{"n", "2"}}, 1}}, 1);
  EXPECT_THAT(script_of(runs, {.benchmark = "PingPong"}),
              AllOf(HasSubstr("error: no benchmark PingPong"), HasSubstr("PingPong n 1, PingPong n 2"),
                    HasSubstr("--over n draws over that setting")));
}

TEST(PlotOverSetting, holds_no_more_lines_than_a_figure) {
  std::vector<std::pair<Setting, double>> settings;
  for (int i = 0; i < 26; ++i)
    settings.push_back({{{"n", std::to_string(i % 2)}, {"m", std::to_string(i / 2)}}, 1});
  EXPECT_THAT(script_of(scanned(settings, 1, 1), {.benchmark = "PingPong", .over = "n"}),
              HasSubstr("error: the scan has 26 lines, of which a figure holds 24"));
}

TEST(GnuplotAxis, has_names_as_categories) {
  const std::vector<std::string> names{"core", "a \"name\""};
  EXPECT_THAT(gnuplot_categories('x', names), HasSubstr("set xrange [-0.5:1.5]\nset xtics (\"core\" 0, "));
}

TEST(ScanData, has_a_chart_for_each_benchmark_and_setting) {
  const auto runs = scanned({{{{"n", "1"}, {"map", "core"}}, 1},
                             {{{"n", "2"}, {"map", "core"}}, 0.5},
                             {{{"n", "1"}, {"map", "node"}}, 2}},
                            1);
  const auto charts = nlohmann::json::parse(
      scan_data(std::vector{analysis::ScanOfSide{"new", *analysis::scan_of(runs, 0.03)}}));
  ASSERT_EQ(charts.size(), 4U);  // PingPong and Barrier over n and over map
  for (const auto& chart : charts) {
    EXPECT_EQ(chart["side"], "new");
    if (chart["benchmark"] != "PingPong" || chart["setting"] != "n") continue;
    ASSERT_EQ(chart["lines"].size(), 4U);  // two lengths, two of map
    EXPECT_EQ(chart["lines"][0]["name"], "8 B, 2 processes, map=core");
    EXPECT_EQ(chart["lines"][0]["best"], 1);
    EXPECT_THAT(chart["lines"][0]["proof"], HasSubstr("better than all others, next n=1 map=core"));
    EXPECT_TRUE(chart["unmeasured"].empty());
    EXPECT_EQ(chart["lines"][1]["name"], "8 B, 2 processes, map=node");
    EXPECT_TRUE(chart["lines"][1]["median"][1].is_null());
    EXPECT_TRUE(chart["lines"][1]["best"].is_null());
  }
}

TEST(ScanData, names_the_settings_without_a_number) {
  auto runs = scanned({{{{"n", "1"}}, 1}, {{{"n", "2"}}, 0.5}, {{{"n", "4"}}, 2}}, 1);
  for (auto& run : runs)
    if (run.header.scan[0].value == "4")
      for (auto& row : run.cases) row.status = record::Status::failed, row.text = "no route";
  const auto charts =
      nlohmann::json::parse(scan_data(std::vector{analysis::ScanOfSide{"", *analysis::scan_of(runs, 0.03)}}));
  ASSERT_EQ(charts.size(), 2U);
  EXPECT_THAT(charts[1]["unmeasured"][0], "8 B, 2 processes: n=4: failed: no route");
  EXPECT_THAT(charts[1]["lines"][0]["proof"], HasSubstr("better than all others measured, next n=1"));
}

}  // namespace
}  // namespace sonde::reports
