#include "reports/comparison_matrix.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <vector>

#include "base/units.hpp"
#include "record/describe.hpp"
#include "reports/escape.hpp"

namespace sonde::reports {

namespace {

constexpr std::size_t most_rows = 50;

std::string cell_of(const analysis::ComparedCase& c) {
  using analysis::Verdict;
  switch (c.verdict) {
    case Verdict::failed:
      return "**failed**";
    case Verdict::worse:
    case Verdict::better:
      return fmt::format("**{:.3g}**", c.ratio);
    case Verdict::maybe_slower:
    case Verdict::maybe_faster:
      return fmt::format("{:.3g}?", c.ratio);
    case Verdict::open:
      return "~";
    case Verdict::same:
      return "=";
    case Verdict::only_in_base:
    case Verdict::only_in_new:
    case Verdict::not_compared:
      break;
  }
  return "-";
}

/// Its name without the length.
record::CaseId row_of(record::CaseId id) {
  id.bytes = -1;
  return id;
}

std::string line_of(const std::string& name, const std::vector<std::string>& cells) {
  return fmt::format("| {} | {} |\n", name, fmt::join(cells, " | "));
}

}  // namespace

std::string comparison_matrix(const analysis::Comparison& comparison) {
  std::set<std::int64_t> lengths;
  std::map<record::CaseId, std::map<std::int64_t, std::string>> rows;
  for (const auto& c : comparison.cases) {
    if (!c.leading) continue;
    lengths.insert(c.id.bytes);
    rows[row_of(c.id)][c.id.bytes] = cell_of(c);
  }
  std::vector<std::string> head;
  head.reserve(lengths.size());
  for (const std::int64_t bytes : lengths) head.push_back(bytes < 0 ? "" : exact_bytes(bytes));
  std::string out =
      "\n" + line_of("case", head) + line_of("---", std::vector<std::string>(lengths.size(), "--:"));
  std::size_t shown = 0;
  for (const auto& [id, cells] : rows) {
    if (shown++ == most_rows) break;
    std::vector<std::string> row;
    for (const std::int64_t bytes : lengths) {
      const auto found = cells.find(bytes);
      row.push_back(found == cells.end() ? "" : found->second);
    }
    out += line_of(escape_markdown(record::describe(id)), row);
  }
  out += fmt::format(
      "\nTime of new over base. Bold: proven; ?: not proven; =: alike within {:g} %; ~: open; -: not compared\n",
      100 * comparison.threshold);
  if (rows.size() > most_rows)
    out += fmt::format("\n... and {} more rows (without --markdown)\n", rows.size() - most_rows);
  return out;
}

}  // namespace sonde::reports
