#include "pages/comparison_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "compared_runs.hpp"

namespace sonde::pages {
namespace {

using analysis::compare;
using test::runs;
using testing::HasSubstr;

TEST(ComparisonTable, shows_units_intervals_and_a_count) {
  const std::string text = comparison_table(compare(runs(1, 1), runs(1.1, 1), 0.03));
  EXPECT_THAT(text, HasSubstr("# base: 5 runs, new: 5 runs; threshold 3 %"));
  EXPECT_THAT(text, HasSubstr("PingPong, 2 processes, 8 B        1.01 us      1.11 us    1.100"));
  EXPECT_THAT(text, HasSubstr("# 1 worse, 2 same\n"));
}

TEST(ComparisonJson, is_one_object_with_nulls_for_what_is_unknown) {
  const auto object = nlohmann::json::parse(comparison_json(compare(runs(1, 1, 1), runs(1.1, 1, 1), 0.03)));
  EXPECT_EQ(object["schema"], 1);
  EXPECT_EQ(object["worse"], 0);
  EXPECT_EQ(object["cases"].size(), 3u);
  EXPECT_EQ(object["cases"][0]["verdict"], "slower?");
  EXPECT_TRUE(object["cases"][0]["ratio_low"].is_null());
}

}  // namespace
}  // namespace sonde::pages
