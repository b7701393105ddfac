#include "reports/benchmark_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/embedded.hpp"
#include "base/text.hpp"

namespace sonde {
extern const Embedded benchmark_pages;
}

namespace sonde::reports {

namespace {

/// One row of a page, and where it stands.
struct Row {
  std::string_view program{}, section{}, words{};  ///< words: what is said of all rows of the section
  std::vector<std::string_view> cells{};
  bool by_name = false;          ///< it runs only so
  std::string_view guideline{};  ///< its id; the cells are the name alone
};

constexpr std::size_t cells_of_a_row = 8;

std::string_view behind(std::string_view line, std::string_view start) {
  return line.starts_with(start) ? line.substr(start.size()) : std::string_view{};
}

/// "| Allreduce* | ... |", but for the head and the rule of a table.
void add_row(const Row& place, std::string_view line, std::vector<Row>& rows) {
  Row row = place;
  for (const std::string_view cell : split(line.substr(1), '|')) row.cells.push_back(trim(cell));
  if (row.cells.size() < cells_of_a_row || row.cells[0] == "benchmark") return;
  row.by_name = row.cells[0].ends_with('*');
  if (row.by_name) row.cells[0].remove_suffix(1);
  rows.push_back(std::move(row));
}

/// "G2: Allgather_as_Gather_Bcast ..."
void add_guidelines(const Row& place, std::string_view line, std::vector<Row>& rows) {
  const auto colon = line.find(": ");
  if (colon == std::string_view::npos) return;
  for (const std::string_view name : split(line.substr(colon + 2), ' ')) {
    Row& row = rows.emplace_back(place);
    row.guideline = line.substr(0, colon);
    row.cells = {name};
  }
}

std::vector<Row> rows_of_pages() {
  std::vector<Row> rows;
  Row place;
  for (const std::string_view line : split(benchmark_pages.text, '\n')) {
    if (const auto program = behind(line, "# Benchmarks of "); !program.empty()) {
      place = {.program = program};
    } else if (const auto section = behind(line, "## "); !section.empty()) {
      place.section = section, place.words = {};
    } else if (line.starts_with("| ")) {
      add_row(place, line, rows);
    } else if (place.section.starts_with("[Guidelines]")) {
      add_guidelines(place, line, rows);
    } else if (!line.empty() && !line.starts_with("|") && place.words.empty()) {
      place.words = line;
    }
  }
  return rows;
}

std::string sentence(std::string_view words) {
  std::string text(words);
  std::erase(text, '`');
  return text;
}

std::string text_of(const Row& row) {
  const auto& c = row.cells;
  if (!row.guideline.empty())
    return fmt::format(
        "{} (benchmark of {}: guideline {})\n"
        "  The call before _as_, batch by batch in turn with what it must not be slower than.\n"
        "  left: a call; right: the composition; ratio: left over right, above 1 the call is slower (docs/user/guidelines.md).\n",
        c[0], row.program, row.guideline);
  return fmt::format(
      "{} (benchmark of {}: {})\n"
      "  A repetition: {}{}.\n"
      "  {}\n"
      "  Who sends to whom, of 4 processes: {}\n"
      "  Buffers: send {}, receive {}, for messages of X bytes and P processes.\n"
      "  Time t: {}{}. Rate: {}.\n"
      "  In the clock: the calls of the repetitions and the step to the next buffer, nothing else. -check expects: {}.\n",
      c[0], row.program, lower(row.section), sentence(c[1]), row.by_name ? " (by name)" : "",
      sentence(row.words), c[2], c[3], c[4], c[5] == "repetition" ? "one " : "", c[5], c[6], c[7]);
}

}  // namespace

std::vector<std::string> explain_benchmark(std::string_view name) {
  constexpr std::string_view multi = "Multi-";
  if (same_word(name.substr(0, multi.size()), multi)) name.remove_prefix(multi.size());
  std::vector<std::string> out;
  for (const Row& row : rows_of_pages())
    if (same_word(row.cells[0], name) || same_word(row.guideline, name)) out.push_back(text_of(row));
  return out;
}

std::vector<std::string> benchmark_names() {
  std::vector<std::string> out;
  for (const Row& row : rows_of_pages())
    if (std::ranges::find(out, row.cells[0]) == out.end()) out.emplace_back(row.cells[0]);
  return out;
}

}  // namespace sonde::reports
