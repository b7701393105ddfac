#include "record/variant.hpp"

#include <gtest/gtest.h>

#include <set>

#include "record/csv.hpp"
#include "record/describe.hpp"
#include "record/json.hpp"
#include "record/plausible.hpp"
#include "sample_run.hpp"

namespace sonde::record {
namespace {

CaseRecord labelled() {
  auto one = full_case();
  one.id.variant = {{"window", "64"}, {"buffers", "D D"}};
  return one;
}

TEST(Variant, makes_it_another_case) {
  auto other = full_case().id;
  other.variant = {{"buffers", "H H"}};
  EXPECT_NE(full_case().id, labelled().id);
  EXPECT_NE(other, labelled().id);
  EXPECT_EQ((std::set<CaseId>{full_case().id, other, labelled().id, labelled().id}.size()), 3U);
}

TEST(Variant, stands_in_the_name_of_the_case) {
  CaseId id{.benchmark = "osu_latency", .processes = 2, .bytes = 8};
  id.variant = {{"window", "64"}, {"buffers", "D D"}};
  EXPECT_EQ(describe(id), "osu_latency buffers D D, window 64, 2 processes, 8 B");
  id.mode = "AGGREGATE";
  EXPECT_EQ(labels_of(id), "AGGREGATE, buffers D D, window 64");
}

TEST(Variant, comes_back_from_a_record_and_is_absent_where_there_is_none) {
  const auto line = parse_line(to_json(labelled()));
  ASSERT_TRUE(line);
  EXPECT_EQ(std::get<CaseRecord>(*line).id, labelled().id);
  EXPECT_NE(to_json(labelled()).find(R"("variant":{"buffers":"D D","window":"64"})"), std::string::npos);
  EXPECT_EQ(to_json(full_case()).find("variant"), std::string::npos);
}

const CsvColumns with_labels{.variant = true, .numbers = {}};

Result<CaseRecord> back_from_csv(const std::string& line) {
  return CsvReader::of(csv_head(with_labels))->read(line);
}

TEST(Variant, comes_back_from_csv_and_has_no_column_where_there_is_none) {
  EXPECT_TRUE(is_csv_head(csv_head(with_labels)));
  for (const auto& one : {labelled(), full_case()}) {
    const auto back = back_from_csv(to_csv(one, 1e6, with_labels));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(back->id, one.id);
  }
  EXPECT_EQ(csv_head().find("variant"), std::string::npos);
  const auto plain = CsvReader::of(csv_head())->read(to_csv(full_case(), 1e6));
  ASSERT_TRUE(plain);
  EXPECT_TRUE(plain->id.variant.empty());
}

TEST(Variant, says_what_is_no_list_of_labels) {
  auto line = to_csv(labelled(), 1e6, with_labels);
  line.replace(line.find("buffers="), 8, "buffers,");
  EXPECT_FALSE(back_from_csv(line));
  line = to_csv(labelled(), 1e6, with_labels);
  line.replace(line.find("D D;"), 4, ";");
  const auto read = back_from_csv(line);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "'buffers=;window=64' in column variant is not a list of name=value");
  auto wrong = labelled();
  wrong.id.variant["a=b"] = "c";
  EXPECT_FALSE(plausible(wrong));
  wrong.id.variant = {{"a", std::string(300, 'x')}};
  EXPECT_FALSE(plausible(wrong));
}

TEST(Variant, of_foreign_text_is_made_fit_to_stand_in_a_cell) {
  std::map<std::string, std::string> variant;
  set_variant(variant, "datatype", " a=b;c ");
  set_variant(variant, "buffers", "  ");
  EXPECT_EQ(variant, (std::map<std::string, std::string>{{"datatype", "a b c"}}));
  EXPECT_EQ(variant_of_cell(variant_cell(variant)), variant);
}

}  // namespace
}  // namespace sonde::record
