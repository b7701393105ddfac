// What is read of tables of many suites, and how it is written.
#include "golden.hpp"

#include <algorithm>
#include <filesystem>

#include "record/csv.hpp"
#include "record/json.hpp"
#include "record/read.hpp"
#include "sample_run.hpp"

namespace sonde::record {
namespace {

std::vector<std::string> sample_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(SONDE_TEST_DATA) + "/samples"))
    if (entry.path().extension() == ".txt") names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

/// Numbers and words of a line of JSON stand apart.
std::string spread(std::string json) {
  std::string out;
  for (const char c : json) {
    const bool mark = std::string_view("{}[],:").find(c) != std::string_view::npos;
    out += mark ? std::string(" ") + c + " " : std::string(1, c);
  }
  return out + "\n";
}

TEST(Golden, heads_and_some_rows_of_foreign_tables) {
  std::string text;
  for (const std::string& name : sample_files()) {
    std::ifstream file(std::string(SONDE_TEST_DATA) + "/samples/" + name);
    const std::string content((std::istreambuf_iterator<char>(file)), {});
    const auto run = read_text(content, name);
    ASSERT_TRUE(run) << run.error().message;
    text += "== " + name + " " + std::to_string(run->cases.size()) + "\n" + spread(to_json(run->header));
    for (const std::size_t at : {std::size_t{0}, run->cases.size() / 2, run->cases.size() - 1})
      text += spread(to_json(run->cases[at]));
  }
  test::expect_golden("foreign-tables", text);
}

TEST(Golden, lines_of_records) {
  test::expect_golden("record-lines", spread(to_json(full_header())) + spread(to_json(full_case())) +
                                          spread(csv_head()) + spread(to_csv(full_case(), 1048576)));
}

}  // namespace
}  // namespace sonde::record
