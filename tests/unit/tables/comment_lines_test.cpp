#include "tables/comment_lines.hpp"

#include <gmock/gmock.h>

#include "sample_run.hpp"

namespace sonde::tables {
namespace {

using ::testing::HasSubstr;

record::CaseRecord case_with_memory() {
  record::CaseRecord record = record::full_case();
  record::MemoryGrowth& growth = record.memory.emplace();
  growth.points.push_back({"before_init", {1 << 20, 2 << 20, 3 << 20}, {1024, 2048, 4096}, {5, 6, 7}});
  growth.points.push_back({"init", {10 << 20, 20 << 20, 30 << 20}, {8, 9, 10}, {11, 12, 13}});
  return record;
}

TEST(MemoryLines, are_a_table_in_mebibytes) {
  EXPECT_EQ(memory_lines(record::full_case()), "");
  const auto lines = memory_lines(case_with_memory());
  EXPECT_EQ(
      lines,
      "#\n"
      "# Memory in MiB (2^20): median and maximum over the ranks, sum of all\n"
      "# point            PSS median       max        sum private median       max        sum  shared median       max        sum\n"
      "# before_init           1.000     2.000      3.000          0.001     0.002      0.004          0.000     0.000      0.000\n"
      "# init                 10.000    20.000     30.000          0.000     0.000      0.000          0.000     0.000      0.000\n");
}

TEST(MemoryLines, say_where_sizes_are_resident_ones) {
  auto record = case_with_memory();
  record.memory->resident = true;
  EXPECT_THAT(memory_lines(record), HasSubstr("# The kernel has no smaps_rollup"));
  EXPECT_THAT(memory_lines(record), HasSubstr("RSS median"));
}

record::CaseRecord case_with_variables() {
  record::CaseRecord record = record::full_case();
  record.id.bytes = 8;
  record.id.group = -1;
  record.performance_variables = {{"queue_length", "level", 3, 1, 2, 2}, {"sent", "counter", 20, 10, 10, 2}};
  return record;
}

TEST(VariableLines, say_what_grew_and_what_was) {
  EXPECT_EQ(variable_lines(case_with_variables()), "# bytes=8 queue_length=3(1..2) sent=+20(10..10)\n");
  auto grouped = case_with_variables();
  grouped.id.group = 1;
  grouped.performance_variables = {{"seconds", "timer", 0.5, 0.1, 0.4, 2}};
  EXPECT_EQ(variable_lines(grouped), "# bytes=8 group=1 seconds=+0.5(0.1..0.4)\n");
  grouped.performance_variables = {{"bytes", "counter", 9007199254740991, 2147483648, 4294967297, 2}};
  EXPECT_EQ(variable_lines(grouped), "# bytes=8 group=1 bytes=+9007199254740991(2147483648..4294967297)\n");
  EXPECT_EQ(variable_lines(record::full_case()), "");
}

}  // namespace
}  // namespace sonde::tables
