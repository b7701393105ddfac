#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "analysis/figures.hpp"
#include "record/scan_setting.hpp"
#include "reports/page_parts.hpp"

namespace sonde::reports {
namespace {

using nlohmann::json;

/// What tells a case from others of its benchmark: "2 processes, 8 B".
std::string line_name(const record::CaseId& id) {
  std::string name = analysis::case_name(id).substr(analysis::benchmark_of(id).size());
  return name.starts_with(", ") ? name.substr(2) : name;
}

std::string_view unit_of(const analysis::Measure& measure) {
  switch (analysis::facts(measure.quantity).unit) {
    case analysis::Unit::seconds:
      return "s";
    case analysis::Unit::bytes_per_second:
      return "B/s";
    default:
      return "";
  }
}

struct ScanLine {
  std::string name;
  std::vector<const analysis::SettingRow*> rows;  ///< at each place of the axis
  std::optional<std::size_t> best{};              ///< place
  std::string proof{};
};

/// The lines of one case over an axis: one for each combination of the other settings.
std::vector<ScanLine> lines_of_case(const analysis::Scan& scan, const analysis::ScanAxis& axis,
                                    const analysis::ScannedCase& one) {
  std::map<std::string, ScanLine> lines;
  for (const analysis::SettingRow& row : one.rows) {
    auto others = scan.settings[row.setting];
    const auto part = std::ranges::find(others, axis.name, &record::ScanSetting::name);
    if (part == others.end()) continue;
    const auto place =
        static_cast<std::size_t>(std::ranges::find(axis.values, part->value) - axis.values.begin());
    others.erase(part);
    const std::string other = record::label_of(others);
    ScanLine& line = lines[other];
    line.name = fmt::format("{}{}{}", line_name(one.id), other.empty() ? "" : ", ", other);
    line.rows.resize(axis.values.size(), nullptr);
    line.rows[place] = &row;
    if (!one.proof || !one.proof->of_all || &row != &one.rows[one.best]) continue;
    line.best = place;
    line.proof = analysis::proof_text(*one.proof, scan.labels);
  }
  std::vector<ScanLine> out;
  for (auto& [unused, line] : lines) out.push_back(std::move(line));
  return out;
}

/// "8 B, 2 processes: eager=4096 failed: out of memory"
void add_unmeasured(const analysis::Scan& scan, const analysis::ScannedCase& one, json& out) {
  for (const analysis::UnmeasuredSetting& lacking : one.unmeasured)
    out.push_back(fmt::format("{}: {}: {}", line_name(one.id), scan.labels[lacking.setting], lacking.why));
}

json json_of(const ScanLine& line) {
  json median = json::array(), low = json::array(), high = json::array(), launches = json::array();
  for (const analysis::SettingRow* row : line.rows) {
    median.push_back(row ? json(row->median) : json());
    low.push_back(row && row->interval ? json(row->interval->low) : json());
    high.push_back(row && row->interval ? json(row->interval->high) : json());
    launches.push_back(row ? row->values.size() : 0);
  }
  return {{"name", line.name},
          {"median", std::move(median)},
          {"low", std::move(low)},
          {"high", std::move(high)},
          {"launches", std::move(launches)},
          {"best", line.best ? json(*line.best) : json()},
          {"proof", line.proof}};
}

void add_charts(const analysis::ScanOfSide& side, const std::string& setting, json& out) {
  const auto axis = analysis::axis_of(side.scan.settings, setting);
  std::map<std::pair<std::string, std::string>, std::size_t> known;  ///< place of a chart in `out`
  for (const analysis::ScannedCase& one : side.scan.cases) {
    const std::string benchmark = analysis::benchmark_of(one.id), number = analysis::word_of(one.measure);
    const auto [at, is_new] = known.try_emplace({benchmark, number}, out.size());
    if (is_new)
      out.push_back({{"benchmark", benchmark},
                     {"side", side.side},
                     {"setting", setting},
                     {"number", number},
                     {"unit", unit_of(one.measure)},
                     {"values", axis.values},
                     {"places", axis.places},
                     {"numbers", axis.numbers},
                     {"logarithmic", axis.logarithmic},
                     {"lines", json::array()},
                     {"unmeasured", json::array()}});
    for (const ScanLine& line : lines_of_case(side.scan, axis, one))
      out[at->second]["lines"].push_back(json_of(line));
    add_unmeasured(side.scan, one, out[at->second]["unmeasured"]);
  }
}

}  // namespace

std::string scan_data(std::span<const analysis::ScanOfSide> scans) {
  json out = json::array();
  for (const analysis::ScanOfSide& side : scans)
    for (const std::string& setting : side.scan.axes()) add_charts(side, setting, out);
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace sonde::reports
