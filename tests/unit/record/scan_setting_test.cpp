// What records say of the setting that a scan gave a launch.
#include "record/scan_setting.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "record/csv.hpp"
#include "record/json.hpp"
#include "record/plausible.hpp"
#include "sample_run.hpp"

namespace sonde::record {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

const std::vector<ScanSetting> setting{{"eager", "4096"}, {"map", "core"}};

TEST(ScanSetting, is_text_of_lines_and_back) {
  EXPECT_EQ(scan_text(setting), "eager=4096\nmap=core");
  EXPECT_EQ(scan_of_text(scan_text(setting)), setting);
  EXPECT_EQ(label_of(setting), "eager=4096 map=core");
}

TEST(ScanSetting, text_of_any_origin_gives_labels_and_no_more_than_a_few) {
  EXPECT_THAT(scan_of_text(""), IsEmpty());
  EXPECT_THAT(scan_of_text("eager\n=1\na=\nb==;\n\n"), IsEmpty());
  EXPECT_THAT(scan_of_text("a=UCX=1;x\na=2"), ElementsAre(ScanSetting{"a", "UCX 1 x"}));
  const auto odd = scan_of_text("a=\xff\x1b[1m\tb").at(0);
  EXPECT_EQ(odd.value, "? [1m b");
  EXPECT_LE(scan_of_text("a=" + std::string(10000, 'x')).at(0).value.size(), 110U);
  std::string many;
  for (int i = 0; i < 1000; ++i) many += std::to_string(i) + "=1\n";
  EXPECT_THAT(scan_of_text(many), SizeIs(16));
}

TEST(ScanSetting, of_a_launch_comes_from_its_environment) {
  unsetenv(scan_variable);
  EXPECT_THAT(scan_of_launch(), IsEmpty());
  setenv(scan_variable, "eager=4096\nmap=core", 1);
  EXPECT_EQ(scan_of_launch(), setting);
  unsetenv(scan_variable);
}

TEST(ScanSetting, cases_of_other_settings_are_other_cases_until_labels_are_taken) {
  record::Run run;
  run.header.scan = setting;
  run.cases = {full_case()};
  add_labels(run.cases[0].id, setting);
  EXPECT_NE(run.cases[0].id, full_case().id);
  EXPECT_EQ(without_labels(run).cases[0].id, full_case().id);
  run.header.scan[0].value = "8192";  // what is no label of the setting stays
  EXPECT_EQ(without_labels(run).cases[0].id.variant.at("eager"), "4096");
}

TEST(ScanSetting, stands_in_the_header_where_there_is_one) {
  Header header;
  EXPECT_THAT(to_json(header), Not(HasSubstr("\"scan\"")));
  EXPECT_FALSE(csv_columns(header, false).variant);
  header.settings = {{"arrival", "last:1"}};
  EXPECT_TRUE(csv_columns(header, false).variant);
  header.settings.clear();
  header.scan = setting;
  EXPECT_THAT(to_json(header),
              HasSubstr(R"("scan":[{"name":"eager","value":"4096"},{"name":"map","value":"core"}])"));
  EXPECT_TRUE(csv_columns(header, false).variant);
  EXPECT_TRUE(plausible(header));
  header.scan[0].value = "4=";
  EXPECT_THAT(plausible(header).error().message, HasSubstr("without = and ;"));
}

}  // namespace
}  // namespace sonde::record
