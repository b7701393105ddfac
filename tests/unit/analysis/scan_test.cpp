// Records of a scan, read again: their settings, their axes, their sides.
#include "analysis/scan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "seeming_machine.hpp"

namespace sonde::analysis {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Launches of each setting; the numbers are how much longer it takes.
std::vector<record::Run> scanned(const std::map<std::string, double>& settings, std::uint64_t seed,
                                 int launches = 8) {
  test::Machine machine{.drift = 0, .noise = 0.03, .dice = test::Dice(seed)};
  std::vector<record::Run> out;
  for (int launch = 0; launch < launches; ++launch)
    for (const auto& [value, factor] : settings)
      out.push_back(test::with_setting(machine.launch(factor), {{"eager", value}, {"map", "core"}}));
  return out;
}

std::size_t proved(const Scan& scan) {
  return static_cast<std::size_t>(std::ranges::count_if(
      scan.cases, [](const ScannedCase& one) { return one.proof && one.proof->of_all; }));
}

TEST(ScanOfRuns, has_settings_in_order_and_the_best_of_each_case) {
  const auto scan = scan_of(scanned({{"16384", 0.7}, {"4096", 1}, {"65536", 1.2}}, 1), 0.03);
  ASSERT_TRUE(scan);
  EXPECT_THAT(scan->labels,
              ElementsAre("eager=4096 map=core", "eager=16384 map=core", "eager=65536 map=core"));
  EXPECT_THAT(scan->axes(), ElementsAre("eager"));
  ASSERT_EQ(scan->cases.size(), 3U);
  EXPECT_EQ(proved(*scan), 3U);
  for (const auto& one : scan->cases) {
    EXPECT_EQ(one.rows[one.best].setting, 1U);
    EXPECT_THAT(one.id.variant, IsEmpty());
    EXPECT_EQ(one.rows.size(), 3U);
    EXPECT_EQ(one.rows[0].values.size(), 8U);
  }
}

TEST(ScanOfRuns, of_equal_settings_none_is_best) {
  std::size_t wrong = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed)
    wrong += proved(*scan_of(scanned({{"1", 1}, {"2", 1}, {"4", 1}, {"8", 1}}, seed), 0.03));
  EXPECT_LE(wrong, 1U);
}

TEST(ScanOfRuns, the_best_beats_every_other_one_not_only_the_next) {
  auto runs = scanned({{"1", 1}, {"2", 1.1}}, 3);
  EXPECT_EQ(proved(*scan_of(runs, 0.03)), 3U);
  test::Machine machine{.drift = 0, .noise = 0.01, .dice = test::Dice(5)};
  for (int launch = 0; launch < 8; ++launch)
    runs.push_back(
        test::with_setting(machine.launch(launch % 2 == 0 ? 0.8 : 1.6), {{"eager", "4"}, {"map", "core"}}));
  EXPECT_EQ(proved(*scan_of(runs, 0.03)), 0U) << "in half of its launches the third one is quicker";
}

TEST(ScanOfRuns, wrong_data_are_never_the_best) {
  auto runs = scanned({{"1", 1}, {"2", 0.7}}, 3);
  for (auto& run : runs)
    if (run.header.scan[0].value == "2")
      for (auto& row : run.cases) row.defects = 9;
  const auto scan = scan_of(runs, 0.03);
  for (const auto& one : scan->cases) {
    EXPECT_FALSE(one.proof);
    EXPECT_EQ(one.rows[one.best].setting, 0U);
  }
}

TEST(ScanOfRuns, judges_the_others_where_a_setting_fails) {
  auto runs = scanned({{"1", 1}, {"2", 0.7}, {"4", 0.5}}, 3);
  const auto all = scan_of(runs, 0.03);
  for (const auto& one : all->cases) EXPECT_THAT(one.unmeasured, IsEmpty());
  for (auto& run : runs)
    if (run.header.scan[0].value == "4")
      for (auto& row : run.cases) row.status = record::Status::failed, row.text = "out of memory";
  const auto scan = scan_of(runs, 0.03);
  ASSERT_EQ(scan->cases.size(), 3U);
  EXPECT_EQ(proved(*scan), 3U);
  for (const auto& one : scan->cases) {
    EXPECT_EQ(one.rows[one.best].setting, 1U);
    ASSERT_EQ(one.unmeasured.size(), 1U);
    EXPECT_EQ(one.unmeasured[0].setting, 2U);
    EXPECT_EQ(one.unmeasured[0].why, "failed: out of memory");
    EXPECT_THAT(proof_text(*one.proof, scan->labels), testing::HasSubstr("than all others measured, next"));
  }
}

TEST(ScanOfRuns, says_which_settings_have_no_record_wrong_data_or_were_skipped) {
  auto runs = scanned({{"1", 1}, {"2", 0.7}, {"4", 0.5}, {"8", 1}, {"16", 1}}, 3);
  for (auto& run : runs) {
    const std::string& value = run.header.scan[0].value;
    if (value == "4") run.cases.clear();
    for (auto& row : run.cases) {
      if (value == "8") row.defects = 9;
      if (value == "16") row.status = record::Status::skipped;
    }
  }
  const auto scan = scan_of(runs, 0.03);
  EXPECT_EQ(proved(*scan), 3U);
  for (const auto& one : scan->cases) {
    std::vector<std::string> whys;
    for (const auto& lacking : one.unmeasured) whys.push_back(lacking.why);
    EXPECT_THAT(whys, ElementsAre("no record", "wrong data", "skipped"));
  }
}

TEST(ScanOfRuns, is_none_where_there_are_no_two_settings) {
  EXPECT_FALSE(scan_of({}, 0.03));
  EXPECT_FALSE(scan_of(scanned({{"1", 1}}, 1), 0.03));
  test::Machine machine{.drift = 0, .noise = 0, .dice = test::Dice(1)};
  EXPECT_FALSE(scan_of(std::vector{machine.launch(1), machine.launch(1)}, 0.03));
}

TEST(ScanAxis, has_numbers_in_order_and_names_as_they_come) {
  const auto axis = [](std::initializer_list<const char*> values) {
    std::vector<std::vector<record::ScanSetting>> settings;
    for (const char* value : values) settings.push_back({{"other", "1"}, {"n", value}});
    return axis_of(settings, "n");
  };
  const auto powers = axis({"65536", "4096", "16384", "4096"});
  EXPECT_THAT(powers.values, ElementsAre("4096", "16384", "65536"));
  EXPECT_THAT(powers.places, ElementsAre(4096, 16384, 65536));
  EXPECT_TRUE(powers.logarithmic);
  EXPECT_FALSE(axis({"1", "2", "3", "4"}).logarithmic);
  EXPECT_FALSE(axis({"0", "1", "64"}).logarithmic);
  const auto names = axis({"socket", "core", "8"});
  EXPECT_FALSE(names.numbers);
  EXPECT_THAT(names.values, ElementsAre("8", "socket", "core"));
  EXPECT_THAT(names.places, ElementsAre(0, 1, 2));
  EXPECT_FALSE(axis({"nan", "1"}).numbers);
  EXPECT_EQ(names.place_of("core"), 2);
  EXPECT_FALSE(names.place_of("none"));
}

TEST(SettingsAsSides, one_setting_a_side_is_what_is_compared) {
  auto base = scanned({{"4096", 1}}, 1), fresh = scanned({{"16384", 1.5}}, 2);
  settings_as_sides(base, fresh);
  const auto compared = compare(base, fresh, 0.03);
  EXPECT_EQ(compared.count(Verdict::worse), 3U);
}

TEST(SettingsAsSides, several_settings_of_a_side_are_never_one_case) {
  auto base = scanned({{"4096", 1}, {"16384", 1.5}}, 1), fresh = scanned({{"4096", 1}, {"16384", 2.1}}, 2);
  settings_as_sides(base, fresh);
  const auto compared = compare(base, fresh, 0.03);
  EXPECT_EQ(compared.cases.size(), 6U);
  EXPECT_EQ(compared.count(Verdict::worse), 3U);
}

}  // namespace
}  // namespace sonde::analysis
