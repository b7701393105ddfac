#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "analysis/figures.hpp"
#include "analysis/measured_guidelines.hpp"
#include "reports/page_parts.hpp"

namespace sonde::reports {
namespace {

using analysis::CheckedGuideline;
using nlohmann::json;

json cell_of(const CheckedGuideline& row) {
  const bool known = row.level > 0;
  return {{"verdict", analysis::to_word(row.verdict)},
          {"ratio", row.ratio},
          {"low", known ? json(row.low) : json()},
          {"high", known ? json(row.high) : json()},
          {"launches", row.launches},
          {"left", row.composed->left},
          {"right", row.composed->right},
          {"buffer", row.composed->buffer_bytes},
          {"why", row.why}};
}

/// What a grid is about: all of a case but its benchmark and its length, "4 processes".
std::string title_of(record::CaseId id) {
  id.benchmark.clear(), id.bytes = -1;
  const auto name = analysis::case_name(id);
  return name.starts_with(", ") ? name.substr(2) : name;
}

json grid_of(const std::string& title, const std::vector<const CheckedGuideline*>& rows) {
  std::set<std::int64_t> lengths;
  std::map<std::string, std::map<std::int64_t, const CheckedGuideline*>> lines;  // by benchmark
  for (const auto* row : rows)
    lengths.insert(row->left.bytes), lines[row->left.benchmark][row->left.bytes] = row;
  json out{{"title", title}, {"lengths", json::array()}, {"rows", json::array()}};
  for (const auto bytes : lengths) out["lengths"].push_back(bytes < 0 ? json() : json(bytes));
  for (const auto& [benchmark, by_length] : lines) {
    const auto names = analysis::composed_names(benchmark);
    json cells = json::array();
    for (const auto bytes : lengths) {
      const auto found = by_length.find(bytes);
      cells.push_back(found == by_length.end() ? json() : cell_of(*found->second));
    }
    out["rows"].push_back({{"id", by_length.begin()->second->composed->id},
                           {"call", names.call},
                           {"composition", names.composition},
                           {"cells", std::move(cells)}});
  }
  return out;
}

json part_of(const analysis::GuidelinesOfSide& side) {
  std::map<record::CaseId, std::vector<const CheckedGuideline*>> grids;
  for (const auto& row : side.check.rows)
    if (row.composed) {
      auto id = row.left;
      id.benchmark.clear(), id.bytes = -1;
      grids[id].push_back(&row);
    }
  json out{{"side", side.side}, {"sentences", json::array()}, {"grids", json::array()}};
  for (const auto& cheapest : analysis::cheapest_of_lengths(side.check))
    out["sentences"].push_back(sentence(cheapest));
  for (const auto& [id, rows] : grids) out["grids"].push_back(grid_of(title_of(id), rows));
  return out;
}

}  // namespace

std::string guideline_data(std::span<const analysis::GuidelinesOfSide> guidelines) {
  json out = json::array();
  for (const auto& side : guidelines) out.push_back(part_of(side));
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace sonde::reports
