#include "sinks/warning_sink.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "make_case.hpp"

namespace sonde::sinks {
namespace {

using testing::HasSubstr;
using testing::Not;

/// What a sink says at the end on standard error and standard output about a row of 64 bytes.
std::pair<std::string, std::string> said(Warnings where) {
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  const auto sink = make_warning_sink(where);
  sink->begin({});
  auto result = test::make_case("PingPong", 64, 1e-6);
  result.warnings = {{"drift", "PingPong, 2 processes, 64 B: the median rose by 5 %", "Wait 10 s."}};
  sink->add(Section{}, result);
  sink->end({});
  const std::string output = testing::internal::GetCapturedStdout();
  return {testing::internal::GetCapturedStderr(), output};
}

TEST(WarningSink, speaks_where_it_is_told_to) {
  EXPECT_THAT(said(Warnings::end).first, HasSubstr("warning: PingPong, 2 processes, 64 B: the median rose"));
  EXPECT_EQ(said(Warnings::end).second, "");
  EXPECT_EQ(said(Warnings::off), (std::pair<std::string, std::string>{}));
  EXPECT_EQ(said(Warnings::on_output).first, "");
  EXPECT_EQ(said(Warnings::on_output).second,
            "\n# warning: PingPong, 2-processes, 64-B: the median rose by 5-%\n#          Wait 10-s.\n");
}

/// What a sink says about a header with one warning and a row with none, or about nothing at all.
std::string said_of(Warnings where, std::vector<record::Warning> of_placement) {
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  const auto sink = make_warning_sink(where);
  record::Header header;
  header.warnings = std::move(of_placement);
  sink->begin(header);
  sink->add(Section{}, test::make_case("PingPong", 64, 1e-6));
  sink->end({});
  return testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr();
}

TEST(WarningSink, says_nothing_where_nothing_is_wrong) {
  for (const Warnings where : {Warnings::end, Warnings::on_output, Warnings::off})
    EXPECT_EQ(said_of(where, {}), "");
}

TEST(WarningSink, tells_of_placement_though_no_row_has_a_warning) {
  const std::vector<record::Warning> unbound{{"unbound", "n: ranks 0 are not bound", "Bind."}};
  EXPECT_EQ(said_of(Warnings::end, unbound), "warning: n: ranks 0 are not bound\n         Bind.\n");
}

TEST(AmongTables, no_line_is_taken_for_a_row) {
  const auto text = among_tables({{"kind", "64 of 128 batches: 1.5 us and 64", "64"}});
  EXPECT_EQ(text, "# warning: 64-of 128-batches: 1.5 us and 64\n#          64\n");
  EXPECT_THAT(text, Not(HasSubstr(" 64 ")));
}

TEST(WithoutLoneNumbers, joins_whole_numbers_to_what_follows) {
  EXPECT_EQ(without_lone_numbers(""), "");
  EXPECT_EQ(without_lone_numbers("a 1 b 2.5 c 3, d"), "a 1-b 2.5 c 3, d");
  EXPECT_EQ(without_lone_numbers("12 34"), "12-34");
}

}  // namespace
}  // namespace sonde::sinks
