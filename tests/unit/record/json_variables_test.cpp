#include <gmock/gmock.h>

#include "record/json.hpp"
#include "record/plausible.hpp"
#include "sample_run.hpp"

namespace sonde::record {
namespace {

CaseRecord case_with_variables() {
  CaseRecord record = full_case();
  record.id.bytes = 8;
  record.id.group = -1;
  record.performance_variables = {{"queue_length", "level", 3, 1, 2, 2}, {"sent", "counter", 20, 10, 10, 2}};
  return record;
}

TEST(JsonPerformanceVariables, come_back_as_they_went) {
  const auto line = to_json(case_with_variables());
  EXPECT_THAT(line, ::testing::HasSubstr(
                        R"({"name":"sent","class":"counter","sum":20,"min":10,"max":10,"ranks":2})"));
  const auto parsed = parse_line(line);
  ASSERT_TRUE(parsed) << parsed.error().message;
  const auto& back = std::get<CaseRecord>(*parsed);
  EXPECT_EQ(to_json(back), line);
  ASSERT_EQ(back.performance_variables.size(), 2U);
  EXPECT_EQ(back.performance_variables[0].max, 2);
  EXPECT_EQ(to_json(full_case()).find("performance_variables"), std::string::npos);
}

TEST(PlausiblePerformanceVariables, are_of_some_ranks) {
  auto record = case_with_variables();
  EXPECT_TRUE(plausible(record));
  record.performance_variables[0].ranks = -1;
  EXPECT_FALSE(plausible(record));
}

}  // namespace
}  // namespace sonde::record
