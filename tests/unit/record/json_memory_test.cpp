#include <gmock/gmock.h>

#include "record/json.hpp"
#include "record/plausible.hpp"
#include "sample_run.hpp"

namespace sonde::record {
namespace {

using ::testing::HasSubstr;

CaseRecord case_with_memory() {
  CaseRecord record = full_case();
  MemoryGrowth& growth = record.memory.emplace();
  growth.points.push_back({"before_init", {1 << 20, 2 << 20, 3 << 20}, {1024, 2048, 4096}, {5, 6, 7}});
  growth.points.push_back({"init", {10 << 20, 20 << 20, 30 << 20}, {8, 9, 10}, {11, 12, 13}});
  return record;
}

TEST(JsonMemory, comes_back_as_it_went) {
  for (const bool resident : {false, true}) {
    auto sent = case_with_memory();
    sent.memory->resident = resident;
    const auto line = to_json(sent);
    EXPECT_THAT(
        line,
        HasSubstr(R"({"point":"before_init","pss":{"median_b":1048576,"max_b":2097152,"sum_b":3145728})"));
    const auto parsed = parse_line(line);
    ASSERT_TRUE(parsed) << parsed.error().message;
    const auto& back = std::get<CaseRecord>(*parsed);
    EXPECT_EQ(to_json(back), line);
    ASSERT_TRUE(back.memory);
    EXPECT_EQ(back.memory->resident, resident);
    EXPECT_EQ(back.memory->points.at(1).shared.sum, 13);
  }
  EXPECT_EQ(to_json(full_case()).find("memory"), std::string::npos);
}

TEST(JsonMemory, of_an_unknown_source_or_a_point_without_numbers_is_no_record) {
  const auto damaged = [](std::string_view what, std::string_view by) {
    auto line = to_json(case_with_memory());
    line.replace(line.find(what), what.size(), by);
    return parse_line(line);
  };
  EXPECT_THAT(damaged("smaps_rollup", "guessed").error().message, HasSubstr("smaps_rollup or resident"));
  EXPECT_THAT(damaged("\"private\":", "\"secret\":").error().message, HasSubstr("private"));
  auto negative = case_with_memory();
  negative.memory->points[0].own.max = -1;
  EXPECT_THAT(plausible(negative).error().message, HasSubstr("max_b cannot be -1"));
}

}  // namespace
}  // namespace sonde::record
