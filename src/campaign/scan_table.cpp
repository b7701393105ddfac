#include "campaign/scan_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "analysis/scan.hpp"
#include "base/text.hpp"
#include "record/describe.hpp"
#include "record/scan_setting.hpp"

namespace sonde::campaign {

namespace {

using AllRuns = std::vector<std::vector<record::Run>>;  ///< of each setting

/// A line where so few launches can prove nothing.
std::string too_few_text(const AllRuns& runs) {
  const std::size_t most = std::ranges::max_element(runs, {}, &AllRuns::value_type::size)->size();
  const std::size_t needed = analysis::runs_to_prove(analysis::pairs_of(runs.size()));
  return most >= needed ? ""
                        : fmt::format("# {} of each setting can prove no best of {}: take {} or more (-n)\n",
                                      counted(most, "launch"), runs.size(), needed);
}

/// Whether there are records, and all say which setting they are of.
bool are_named(const AllRuns& runs) {
  bool some = false;
  for (const auto& of_setting : runs)
    for (const record::Run& run : of_setting) {
      if (run.header.scan.empty()) return false;
      some = true;
    }
  return some;
}

/// Other commands would take records without it for launches of one setting.
std::string unnamed_text() {
  return fmt::format(
      "# records do not name their setting, only this table tells them apart: programs of Sonde do, where the first rank "
      "gets {} (mpirun -x {})\n",
      record::scan_variable, record::scan_variable);
}

std::string sentence_of(std::span<const analysis::ScannedCase> cases, std::span<const std::string> labels) {
  std::map<std::size_t, std::size_t> best_in, unmeasured_in;
  std::size_t than_first = 0;
  for (const auto& one : cases) {
    for (const auto& lacking : one.unmeasured) ++unmeasured_in[lacking.setting];
    if (one.proof && one.proof->of_all)
      ++best_in[one.rows[one.best].setting];
    else if (one.proof)
      ++than_first;
  }
  std::string best, unmeasured;
  for (const auto& [setting, count] : unmeasured_in)
    unmeasured += fmt::format("; {} has no number in {}", labels[setting], count);
  for (const auto& [setting, count] : best_in)
    best += fmt::format("{}{} in {}", best.empty() ? "" : ", ", labels[setting], count);
  return fmt::format(
      "# Proved best of {} settings: {} of {}{}{}", labels.size(), best.empty() ? "none in any" : best,
      counted(cases.size(), "case"),
      than_first == 0 ? ""
                      : fmt::format("; in {} the best is proved better than {} alone", than_first, labels[0]),
      unmeasured);
}

std::string interval_of(const analysis::SettingRow& row, const analysis::Measure& measure) {
  return row.interval ? fmt::format("{} .. {}", analysis::text_of(row.interval->low, measure),
                                    analysis::text_of(row.interval->high, measure))
                      : "-";
}

std::string table_of(const analysis::ScannedCase& one, std::span<const std::string> labels,
                     std::size_t width) {
  std::string out = fmt::format("\n# {}: {}\n{:<{}} {:>5} {:>12}  {:<27}  {}\n", record::describe(one.id),
                                printable(analysis::word_of(one.measure)), "setting", width, "runs", "median",
                                "95 % interval", "verdict");
  std::map<std::size_t, std::string> lines;  // by setting
  const auto line = [&](std::size_t setting, std::size_t runs, const std::string& median,
                        const std::string& interval, const std::string& verdict) {
    lines[setting] = fmt::format("{:<{}} {:>5} {:>12}  {:<27}  {}\n", printable(labels[setting]), width, runs,
                                 median, interval, verdict);
  };
  for (const auto& row : one.rows) {
    const bool marked = one.proof && &row == &one.rows[one.best];
    const std::string best = marked && one.proof->of_all ? "best: " : "";
    line(row.setting, row.values.size(), analysis::text_of(row.median, one.measure),
         interval_of(row, one.measure), marked ? best + analysis::proof_text(*one.proof, labels) : "");
  }
  for (const auto& lacking : one.unmeasured) line(lacking.setting, 0, "-", "-", printable(lacking.why));
  for (const auto& [setting, text] : lines) out += text;
  return out;
}

}  // namespace

ScanText scan_text(std::span<const Variant> settings, Runs runs, double threshold) {
  AllRuns of_settings;
  std::vector<std::string> labels;
  std::size_t width = 7;
  for (const Variant& setting : settings) {
    auto& of_one = of_settings.emplace_back(std::move(runs[setting.name]));
    for (record::Run& run : of_one) run = record::without_labels(std::move(run));
    labels.push_back(setting.label);
    width = std::max(width, setting.label.size());
  }
  const auto cases = analysis::scanned_cases(of_settings, threshold);
  ScanText out{.sentence = printable(sentence_of(cases, labels)) + "\n" + too_few_text(of_settings),
               .tables = "",
               .named = are_named(of_settings)};
  if (!out.named && !cases.empty()) out.sentence += unnamed_text();
  for (const auto& one : cases) out.tables += table_of(one, labels, width);
  return out;
}

}  // namespace sonde::campaign
