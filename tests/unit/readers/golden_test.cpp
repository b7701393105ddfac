// What is read of tables of many suites, and how it is written.
#include "golden.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "readers/read.hpp"
#include "record/csv.hpp"
#include "record/json.hpp"
#include "sample_run.hpp"

namespace sonde::readers {
namespace {

using namespace record;

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

/// What becomes of a text: how many cases of which sum, or what is said against it; notes of the reader.
std::string outcome(const std::string& content, const std::string& name) {
  const auto run = read_text(content, name);
  if (!run) return run.error().message;
  double sum = 0;
  for (const CaseRecord& c : run->cases)
    sum += 1e6 * (c.times ? c.times->max : 0) + c.megabytes_per_second.value_or(0) +
           static_cast<double>(c.id.bytes + c.repetitions + c.id.processes + 3 * c.id.group) +
           static_cast<double>(static_cast<int>(c.status) * 100 + static_cast<int>(c.reason));
  std::string text = fmt::format("{} cases {:.6g}", run->cases.size(), sum);
  for (const auto& note : run->notes) text += "; " + note;
  return text;
}

std::vector<std::string> lines_of(const std::string& content) {
  std::vector<std::string> lines;
  std::istringstream text(content);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

/// The line with its word `at` replaced.
std::string with_word(const std::string& line, std::size_t at, const std::string& word) {
  std::istringstream words(line);
  std::string out, next;
  for (std::size_t i = 0; words >> next; ++i) out += (i > 0 ? "  " : "   ") + (i == at ? word : next);
  return out;
}

TEST(Golden, damaged_tables) {
  std::string text;
  for (const std::string& name : sample_files()) {
    std::ifstream file(std::string(SONDE_TEST_DATA) + "/samples/" + name);
    const std::string content((std::istreambuf_iterator<char>(file)), {});
    const auto lines = lines_of(content);
    text += fmt::format("== {} {}\n", name, outcome(content, "t"));
    const auto tried = [&](std::size_t at, const char* how, const std::vector<std::string>& instead) {
      text += fmt::format("{} {}: {}\n", at + 1, how, outcome(test::with_line(lines, at, instead), "t"));
    };
    constexpr std::size_t places = 7;
    for (std::size_t k = 0; k < places; ++k) {
      const std::size_t at = lines.size() * (2 * k + 1) / (2 * places);
      tried(at, "gone", {});
      tried(at, "twice", {lines[at], lines[at]});
      tried(at, "word", {with_word(lines[at], 1, "x")});
      tried(at, "negative", {with_word(lines[at], 2, "-1")});
      tried(at, "endless", {with_word(lines[at], 0, "99999999999999999999")});
      tried(at, "long", {lines[at] + "  7.5"});
    }
  }
  test::expect_golden("damaged-tables", text);
}

/// Every field of a line of JSON on its own, at any depth, with something else instead.
TEST(Golden, damaged_records) {
  std::string text;
  const std::string header = to_json(full_header()), entry = to_json(full_case());
  for (const auto& [what, line] : {std::pair{"header", header}, std::pair{"case", entry}}) {
    std::size_t number = 0;
    for (std::size_t colon = line.find("\":"); colon != std::string::npos;
         colon = line.find("\":", colon + 1)) {
      const std::size_t name = line.rfind('"', colon - 1) + 1;
      const std::size_t end = line.find_first_of(",}[{", colon + 2);
      if (end == std::string::npos || line[end] == '[' || line[end] == '{') continue;
      for (const char* instead : {"null", "-1", "1e300", "\"x\"", "[]"}) {
        const std::string damaged = line.substr(0, colon + 2) + instead + line.substr(end);
        const std::string whole =
            std::string_view(what) == "case" ? header + "\n" + damaged + "\n" : damaged + "\n" + entry + "\n";
        text += fmt::format("{} {} {} = {}: {}\n", what, ++number, line.substr(name, colon - name), instead,
                            outcome(whole, "r.jsonl"));
      }
    }
  }
  test::expect_golden("damaged-records", text);
}

TEST(Golden, lines_of_records) {
  test::expect_golden("record-lines", spread(to_json(full_header())) + spread(to_json(full_case())) +
                                          spread(csv_head()) + spread(to_csv(full_case(), 1048576)));
}

}  // namespace
}  // namespace sonde::readers
