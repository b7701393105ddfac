#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.hpp"
#include "make_case.hpp"
#include "sinks/sinks.hpp"

namespace sonde::sinks {
namespace {

using testing::HasSubstr;

/// What a sink says at the end on standard error and standard output about a row of 64 bytes.
std::pair<std::string, std::string> said(Warnings where) {
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  const auto sink = make_warning_sink(where);
  sink->begin({});
  auto result = test::make_case("PingPong", 64, 1e-6);
  result.warnings = {{"drift", "PingPong np=2 64B: median rose by 5%", "repeat the case"}};
  sink->add(TableRun{}, result);
  sink->end({});
  const std::string output = testing::internal::GetCapturedStdout();
  return {testing::internal::GetCapturedStderr(), output};
}

TEST(WarningSink, speaks_where_it_is_told_to_and_the_same_in_both_places) {
  const std::string lines =
      "# warning drift: PingPong np=2 64B: median rose by 5%\n#   repeat the case: sonde explain drift\n";
  EXPECT_EQ(said(Warnings::end), (std::pair<std::string, std::string>{lines, ""}));
  EXPECT_EQ(said(Warnings::off), (std::pair<std::string, std::string>{}));
  EXPECT_EQ(said(Warnings::on_output), (std::pair<std::string, std::string>{"", "\n" + lines}));
}

/// What a sink says about a header with one warning and a row with none, or about nothing at all.
std::string said_of(Warnings where, std::vector<record::Warning> of_placement) {
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  const auto sink = make_warning_sink(where);
  record::Header header;
  header.warnings = std::move(of_placement);
  sink->begin(header);
  sink->add(TableRun{}, test::make_case("PingPong", 64, 1e-6));
  sink->end({});
  return testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr();
}

TEST(WarningSink, says_nothing_where_nothing_is_wrong) {
  for (const Warnings where : {Warnings::end, Warnings::on_output, Warnings::off})
    EXPECT_EQ(said_of(where, {}), "");
}

TEST(WarningSink, tells_of_placement_though_no_row_has_a_warning) {
  EXPECT_EQ(said_of(Warnings::end, {{"unbound", "n: ranks=0 not bound to a core", "bind"}}),
            "# warning unbound: n: ranks=0 not bound to a core\n#   bind: sonde explain unbound\n");
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> out;
  for (const auto line : split(trim(text), '\n')) out.emplace_back(line);
  return out;
}

TEST(OnScreen, no_line_is_taken_for_a_row) {
  const auto text = on_screen(std::vector<record::Warning>{{"kind", "64: node 64 with 8", "wait 16"}});
  EXPECT_EQ(text, "# warning kind: 64: node '64' with '8'\n#   wait 16: sonde explain kind\n");
}

TEST(OnScreen, the_same_kind_stands_in_one_line) {
  std::vector<record::Warning> all(
      8, {"wide_interval", "PingPong np=2 1B: median known to 9.9%", "measure longer"});
  all[1].text = "PingPong np=2 2B: median known to 50%";
  EXPECT_EQ(on_screen(all),
            "# warning wide_interval: PingPong np=2 1B and +7 more: median known to 9.9%\n"
            "#   measure longer: sonde explain wide_interval\n");
}

TEST(OnScreen, a_long_sentence_goes_on_further_in_than_its_advice) {
  const std::string text =
      "Uniband np=2 16B: times sit at 119us (85%), 64.2ms (15%), and once at 120us, so far";
  EXPECT_EQ(on_screen(std::vector<record::Warning>{{"several_modes", text, "look for what switches"}}),
            "# warning several_modes: Uniband np=2 16B: times sit at 119us (85%), 64.2ms\n"
            "#     (15%), and once at 120us, so far\n"
            "#   look for what switches: sonde explain several_modes\n");
}

TEST(OnScreen, a_line_is_full_at_80_columns) {
  const std::string first = "# warning kind: ", word(30, 'a');
  const auto lines = [&](std::size_t second) {
    return split_lines(
        on_screen(std::vector<record::Warning>{{"kind", word + " " + std::string(second, 'b'), "look"}}));
  };
  const std::size_t left = 80 - first.size() - word.size() - 1;
  EXPECT_EQ(lines(left).size(), 2U);
  EXPECT_EQ(lines(left).front().size(), 80U);
  EXPECT_EQ(lines(left + 1).size(), 3U);
}

TEST(OnScreen, eight_lines_of_80_columns_are_enough) {
  std::vector<record::Warning> all;
  for (const char* kind : {"oversubscribed", "wide_interval", "several_modes", "drift", "outliers",
                           "slow_rank", "involuntary_switches"})
    for (const char* host : {"a", "b"})
      all.push_back(
          {kind, std::string("Multi-Reduce_scatter_block np=1024 4MiB ") + host + ": median known to 9.9%",
           "look for what switches: frequency, load, placement"});
  const auto shown = split_lines(on_screen(all));
  EXPECT_LE(shown.size(), 8U);
  for (const auto& line : shown) {
    EXPECT_LE(line.size(), 80U) << line;
    EXPECT_EQ(line.front(), '#') << line;
  }
  EXPECT_THAT(on_screen(all), HasSubstr("# further kinds:"));
}

}  // namespace
}  // namespace sonde::sinks
