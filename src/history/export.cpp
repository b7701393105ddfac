#include "history/export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/csv_cell.hpp"
#include "base/text.hpp"
#include "reports/junit.hpp"

namespace sonde::history {
namespace {

using nlohmann::ordered_json;

/// What of a row is exported under which name.
struct Kind {
  analysis::Unit unit;
  const char* openmetrics;  ///< family
  const char* help;
};
constexpr std::array kinds{
    Kind{analysis::Unit::seconds, "sonde_case_seconds", "Median over the launches of the last night."},
    Kind{analysis::Unit::bytes_per_second, "sonde_case_rate",
         "MB/s (10^6 bytes), median over the launches of the last night."},
    Kind{analysis::Unit::per_second, "sonde_case_messages_per_second",
         "Median over the launches of the last night."},
    Kind{analysis::Unit::percent, "sonde_case_overlap_percent",
         "Median over the launches of the last night."}};

const Kind& kind_of(const HistoryRow& row) {
  return *std::ranges::find(kinds, analysis::facts(row.quantity).unit, &Kind::unit);
}

bool is_time(const HistoryRow& row) {
  return kind_of(row).unit == analysis::Unit::seconds;
}

/// When a night began: "2025-11-22T03:00Z".
std::string begin_text(const Night& night) {
  return night.files.front().substr(0, night.files.front().find("Z-") + 1);
}

std::string json_text(const ordered_json& value) {
  return value.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

/// As the value of a label of OpenMetrics.
std::string label_value(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

/// The least and the greatest value of the launches of a night.
std::pair<double, double> ends_of(const HistoryRow& row, std::size_t night) {
  const double low = row.plain_of(row.nights[night].low), high = row.plain_of(row.nights[night].high);
  return {std::min(low, high), std::max(low, high)};
}

std::string github(const History& history, const Check&) {
  constexpr double microseconds = 1e6;
  ordered_json out = ordered_json::array();
  for (const HistoryRow& row : history.rows) {
    const Cell& cell = row.nights[history.last()];
    if (cell.launches == 0 || !is_time(row)) continue;  // the action takes all values as smaller-is-better
    const auto [low, high] = ends_of(row, history.last());
    out.push_back({{"name", printable(row.name)},
                   {"unit", "us"},
                   {"value", row.plain(history.last()) * microseconds},
                   {"range", fmt::format("{:.4g} to {:.4g}", low * microseconds, high * microseconds)},
                   {"extra", fmt::format("launches: {}{}", cell.launches, cell.weak() ? " (weak)" : "")}});
  }
  return json_text(out);
}

std::string openmetrics(const History& history, const Check& check) {
  std::string out;
  for (const Kind& kind : kinds) {
    std::string values;
    for (const HistoryRow& row : history.rows)
      if (const double value = row.plain(history.last()); !std::isnan(value) && &kind_of(row) == &kind)
        values += fmt::format("{}{{case=\"{}\"}} {}\n", kind.openmetrics, label_value(row.name), value);
    if (values.empty()) continue;
    out += fmt::format("# TYPE {} gauge\n", kind.openmetrics);
    if (kind.unit == analysis::Unit::seconds) out += fmt::format("# UNIT {} seconds\n", kind.openmetrics);
    out += fmt::format("# HELP {} {}\n", kind.openmetrics, kind.help) + values;
  }
  return out +
         fmt::format(
             "# TYPE sonde_alarm gauge\n# HELP sonde_alarm 1 where the last night is an alarm.\nsonde_alarm {}\n# EOF\n",
             check.alarm() ? 1 : 0);
}

std::string csv(const History& history, const Check&) {
  std::string out =
      "night,time,case,program,benchmark,processes,hosts,bytes,quantity,value,launches,failed\n";
  for (std::size_t night = 0; night < history.nights.size(); ++night)
    for (const HistoryRow& row : history.rows) {
      const Cell& cell = row.nights[night];
      if (cell.launches == 0 && cell.failed == 0) continue;
      const auto& id = row.what.id;
      out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", history.nights[night].name,
                         begin_text(history.nights[night]), csv_cell(row.name), csv_cell(row.what.program),
                         csv_cell(id.benchmark), id.processes, row.what.hosts,
                         id.bytes < 0 ? "" : fmt::format("{}", id.bytes), row.unit(),
                         cell.launches > 0 ? fmt::format("{}", row.plain(night)) : "", cell.launches,
                         cell.failed);
    }
  return out;
}

/// What stands against each case: by the name of the case.
std::map<std::string, std::string> failures_of(const History& history, const Check& check) {
  std::map<std::string, std::string> out;
  for (const std::size_t row : check.failed) out[history.rows[row].name] = "failed in the last night";
  if (check.calibrated)
    for (const CaseShift& m : check.calibrated->moved)
      if (m.change > 0)
        out[history.rows[m.of].name] =
            fmt::format("{:.1f} % slower since {} (score {:.2f}, limit {:.2f})", 100 * m.change,
                        history.nights[m.since].name, m.score, check.calibrated->limit);
  if (check.compared)
    for (const auto& c : check.compared->cases)
      if (c.verdict == analysis::Verdict::worse)
        for (const HistoryRow& row : history.rows)
          if (is_about(c, row))
            out.try_emplace(row.name,
                            fmt::format("{:.1f} % slower than in the nights before (not calibrated)",
                                        100 * (c.ratio - 1)));
  return out;
}

std::string junit(const History& history, const Check& check) {
  const auto failures = failures_of(history, check);
  std::vector<reports::JunitTest> tests;
  for (const HistoryRow& row : history.rows) {
    const bool measured = row.nights[history.last()].launches > 0;
    reports::JunitTest test{
        .group = row.what.id.benchmark, .name = row.name, .type = measured ? "slower" : "failed"};
    const auto found = failures.find(row.name);
    if (found != failures.end())
      test.failure = found->second;
    else if (!measured)
      test.skipped = row.nights[history.last()].failed > 0
                         ? "failed in the last night, and not measured in those before"
                         : "not measured in the last night";
    tests.push_back(std::move(test));
  }
  return reports::junit("sonde history", "", tests);
}

}  // namespace

const std::array<Form, 4>& forms() {
  static constexpr std::array<Form, 4> all{{
      {"github", "github-action-benchmark, customSmallerIsBetter, last night, times only", github},
      {"openmetrics", "OpenMetrics, for node_exporter's textfiles, last night", openmetrics},
      {"junit", "JUnit XML: what is slower in the last night is a failure", junit},
      {"csv", "tidy CSV, a line a case and night", csv},
  }};
  return all;
}

Result<Form> form_of(std::string_view name) {
  std::string known;
  for (const Form& form : forms()) {
    if (form.name == name) return form;
    known += (known.empty() ? "" : ", ") + std::string(form.name);
  }
  return failure(fmt::format("unknown form {}: expected one of {}", sonde::quoted(name), known));
}

}  // namespace sonde::history
