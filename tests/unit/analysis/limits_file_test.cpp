#include "analysis/limits_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sonde::analysis {
namespace {

using testing::HasSubstr;

Limit limit_of(const std::string& rows) {
  const auto limits = parse_limits("[[limit]]\nbenchmark = \"Bcast\"\n" + rows, "f.toml");
  EXPECT_TRUE(limits) << limits.error().message;
  return limits ? limits->at(0) : Limit{};
}

std::string complaint(const std::string& rows) {
  const auto limits = parse_limits("[[limit]]\nbenchmark = \"Bcast\"\n" + rows, "f.toml");
  return limits ? "none" : limits.error().message;
}

TEST(LimitsFile, knows_units) {
  EXPECT_DOUBLE_EQ(limit_of("limit = \"<= 2.5 us\"").value, 2.5e-6);
  EXPECT_DOUBLE_EQ(limit_of("limit = \"<=2.5ms\"").value, 2.5e-3);
  EXPECT_DOUBLE_EQ(limit_of("quantity = \"rate\"\nlimit = \">= 45 GB/s\"").value, 45e9);
  EXPECT_DOUBLE_EQ(limit_of("quantity = \"rate\"\nlimit = \">= 1 MiB/s\"").value, 1048576);
  EXPECT_DOUBLE_EQ(limit_of("quantity = \"bus\"\nlimit = \">= 58 % of 400 Gbit/s\"").value, 29e9);
  EXPECT_FALSE(limit_of("quantity = \"bus\"\nlimit = \">= 58 % of 400 Gbit/s\"").of_port);
  EXPECT_TRUE(limit_of("quantity = \"bus\"\nlimit = \">= 58 % of port\"").of_port);
  EXPECT_DOUBLE_EQ(limit_of("quantity = \"bus\"\nlimit = \">= 58 % of port\"").value, 0.58);
  EXPECT_THAT(complaint("limit = \"<= 58 % of port\""),
              HasSubstr("'port' does not begin with a number above 0"));
  EXPECT_DOUBLE_EQ(limit_of("quantity = \"message rate\"\nlimit = \">= 1.2e6 /s\"").value, 1.2e6);
  EXPECT_DOUBLE_EQ(limit_of("quantity = \"overlap\"\nlimit = \">= 80 %\"").value, 80);
}

TEST(LimitsFile, knows_ranges) {
  const auto all = limit_of("limit = \"<= 1 s\"");
  EXPECT_FALSE(all.processes || all.bytes || all.statistic);
  const auto some =
      limit_of("processes = \"16..64\"\nbytes = \"1..1 KiB\"\nstatistic = \"t_max\"\nlimit = \"<= 1 s\"");
  EXPECT_EQ(some.processes->low, 16);
  EXPECT_EQ(some.processes->high, 64);
  EXPECT_EQ(some.bytes->low, 1);
  EXPECT_EQ(some.bytes->high, 1024);
  EXPECT_EQ(some.statistic, Quantity::t_max);
  EXPECT_EQ(limit_of("bytes = 0\nlimit = \"<= 1 s\"").bytes->high, 0);
  EXPECT_EQ(limit_of("bytes = \"4k\"\nlimit = \"<= 1 s\"").bytes->low, 4096);
  EXPECT_EQ(limit_of("bytes = \"8 B..2MiB\"\nlimit = \"<= 1 s\"").bytes->high, 2097152);
}

TEST(LimitsFile, says_where_and_what_is_wrong) {
  EXPECT_EQ(complaint("byte = 8\nlimit = \"<= 1 s\""),
            "f.toml:3: [[limit]] number 1: unknown key 'byte': did you mean 'bytes'?");
  EXPECT_EQ(complaint(""),
            "f.toml:1: [[limit]] number 1: 'limit' is missing: text with a unit, as \"<= 2.5 us\"");
  EXPECT_THAT(complaint("limit = \"<= 1\""), HasSubstr("'1' has no unit: expected one of ns, us, ms, s"));
  EXPECT_THAT(complaint("limit = 1"), HasSubstr("'limit' must be text with a unit"));
  EXPECT_THAT(complaint("limit = \"<= 1 GB/s\""), HasSubstr("'GB/s' is no unit of it"));
  EXPECT_THAT(complaint("limit = \">= 1 us\""), HasSubstr("begins with <=, as in \"<= 2.5 us\""));
  EXPECT_THAT(complaint("quantity = \"bus\"\nlimit = \">= 1 us\""), HasSubstr("f.toml:4: "));
  EXPECT_THAT(complaint("limit = \"<= 0 us\""), HasSubstr("does not begin with a number above 0"));
  EXPECT_THAT(complaint("limit = \"<= inf us\""), HasSubstr("does not begin with a number above 0"));
  EXPECT_THAT(complaint("bytes = \"8..4\"\nlimit = \"<= 1 s\""), HasSubstr("'8..4' is empty"));
  EXPECT_THAT(complaint("bytes = \"8 KB\"\nlimit = \"<= 1 s\""), HasSubstr("write KiB"));
  EXPECT_THAT(complaint("bytes = -1\nlimit = \"<= 1 s\""), HasSubstr("'-1' is no length"));
  EXPECT_THAT(complaint("processes = 0\nlimit = \"<= 1 s\""), HasSubstr("'0' is no number of processes"));
  EXPECT_THAT(complaint("processes = \"\"\nlimit = \"<= 1 s\""),
              HasSubstr("'processes' must be a number or a range"));
  EXPECT_THAT(complaint("quantity = \"Bus\"\nlimit = \"<= 1 s\""), HasSubstr("known are time, rate, bus"));
  EXPECT_THAT(complaint("statistic = \"mean\"\nlimit = \"<= 1 s\""),
              HasSubstr("known are left, median, t_max"));
  EXPECT_THAT(complaint("quantity = \"rate\"\nstatistic = \"median\"\nlimit = \">= 1 B/s\""),
              HasSubstr("chooses among times"));
}

TEST(LimitsFile, has_a_row) {
  for (const char* text : {"", "limit = 3", "limit = []", "limit = [1]"})
    EXPECT_THAT(parse_limits(text, "f").error().message, HasSubstr("expected tables [[limit]]")) << text;
  EXPECT_THAT(parse_limits("\nx = 1", "f").error().message, HasSubstr("f:2: unknown key 'x'"));
  EXPECT_THAT(parse_limits("[[limit]\n", "f").error().message, HasSubstr("f:1: column "));
}

TEST(LimitsFile, values_are_shown_in_the_units_of_tables) {
  EXPECT_EQ(limited_value(0.25e-6, Limited::time), "0.25 us");
  EXPECT_EQ(limited_value(1e-3, Limited::time), "1 ms");
  EXPECT_EQ(limited_value(12.345678, Limited::time), "12.35 s");
  EXPECT_EQ(limited_value(45.6e9, Limited::bus), "45.6 GB/s");
  EXPECT_EQ(limited_value(80, Limited::overlap), "80 %");
}

TEST(LimitsFile, keeps_names_that_need_quotes) {
  const std::vector<Limit> made{{.benchmark = "a\"b\\c", .value = 1, .text = ""}};
  EXPECT_EQ(parse_limits(limits_file(made, std::vector<std::string>{"head"}), "f").value().at(0).benchmark,
            "a\"b\\c");
}

}  // namespace
}  // namespace sonde::analysis
