#include "reports/comparison_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "analysis/changes.hpp"
#include "analysis/headline.hpp"
#include "base/text.hpp"
#include "record/describe.hpp"
#include "reports/comparison_matrix.hpp"
#include "reports/escape.hpp"
#include "reports/junit.hpp"

namespace sonde::reports {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t row_bytes =
    480;  // of a row as JSON, about: a text that grows by copies needs thrice its size

std::string value_text(double value, std::size_t runs, const analysis::Measure& measure) {
  return runs == 0 ? "-" : analysis::text_of(value, measure);
}

std::string interval_text(const analysis::ComparedCase& c) {
  if (!c.on_both_sides() || c.level <= 0) return "-";
  const std::string level = c.level < 0.9495 ? fmt::format(" ({:.0f} %)", 100 * c.level) : "";
  return fmt::format("{:.3f} .. {:.3f}{}", c.low, c.high, level);
}

/// What was compared, and what keeps it open; or why nothing was.
std::string quantity_text(const analysis::ComparedCase& c) {
  if (!c.on_both_sides() && !c.why.empty()) return c.why;
  return printable(analysis::word_of(c.measure)) + (c.why.empty() ? "" : "; " + c.why);
}

std::string row_text(const analysis::ComparedCase& c, std::size_t width) {
  const bool both = c.on_both_sides();
  return fmt::format("{:<{}} {:>12} {:>12} {:>8} {:>23} {:>8}  {:<12}  {}\n", record::describe(c.id), width,
                     value_text(c.base, c.base_runs, c.measure), value_text(c.fresh, c.new_runs, c.measure),
                     both ? fmt::format("{:.3f}", c.ratio) : "-", interval_text(c),
                     both ? fmt::format("{:.2g}", c.p) : "-", analysis::to_word(c.verdict), quantity_text(c));
}

/// null where there is none.
template <class Number>
ordered_json if_known(bool known, Number value) {
  return known ? ordered_json(value) : ordered_json();
}

ordered_json row_json(const analysis::ComparedCase& c) {
  const bool both = c.on_both_sides();
  ordered_json row{{"benchmark", c.id.benchmark},
                   {"mode", c.id.mode},
                   {"multi", c.id.multi},
                   {"processes", c.id.processes},
                   {"groups", c.id.groups},
                   {"group", if_known(c.id.group >= 0, c.id.group)},
                   {"bytes", if_known(c.id.bytes >= 0, c.id.bytes)},
                   {"verdict", analysis::to_word(c.verdict)},
                   {"base_runs", c.base_runs},
                   {"new_runs", c.new_runs}};
  if (c.id.threads > 0) row["threads"] = c.id.threads;
  if (!c.id.variant.empty()) row["variant"] = c.id.variant;
  row["quantity"] = both || c.why.empty() ? ordered_json(analysis::key_of(c.measure)) : ordered_json();
  if (!c.why.empty()) row["why"] = c.why;
  row["base"] = if_known(c.base_runs > 0, c.base);
  row["new"] = if_known(c.new_runs > 0, c.fresh);
  row["ratio"] = if_known(both, c.ratio);
  row["ratio_low"] = if_known(both && c.level > 0, c.low);
  row["ratio_high"] = if_known(both && c.level > 0, c.high);
  row["level"] = if_known(both, c.level);
  row["p"] = if_known(both, c.p);
  row["p_rank_sum"] = if_known(both, c.rank_sum_p);
  row["p_rank_sum_holm"] = if_known(both, c.holm_p);
  return row;
}

std::string text_of(const ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

std::string head_text(const analysis::Comparison& comparison) {
  std::string out = fmt::format("# {}; ratio: time of new over base\n", sides_text(comparison));
  for (const std::string& note : comparison.notes) out += "# " + printable(note) + "\n";
  return out;
}

std::string ratio_text(const analysis::Change& change) {
  return analysis::is_compared(change.verdict) ? fmt::format("{:.3f}", change.ratio) : "-";
}

std::string intervals_text(const analysis::Change& change) {
  return change.high > 0 ? fmt::format("{:.3f} .. {:.3f}", change.low, change.high) : "-";
}

/// With an empty line before it; empty without lines.
std::string markdown_table(std::span<const analysis::Change> lines) {
  if (lines.empty()) return {};
  std::string out =
      "\n| what | cases | time of new over base | intervals | verdict |\n|---|--:|--:|:-:|---|\n";
  for (const auto& line : lines)
    out += fmt::format("| {} | {} | {} | {} | {} |\n", escape_markdown(analysis::change_name(line)),
                       line.cases, ratio_text(line), intervals_text(line), analysis::to_word(line.verdict));
  return out;
}

std::string markdown_list(const std::vector<std::string>& points) {
  std::string out = points.empty() ? "" : "\n";
  for (const std::string& point : points) out += "* " + escape_markdown(point) + "\n";
  return out;
}

/// "8 more lines, 2 notes", "all 120 cases, 2 notes".
std::string fold_text(std::string_view before, std::size_t lines, std::string_view line, std::size_t notes) {
  const std::string shown = lines > 0 ? std::string(before) + counted(lines, line) : "";
  return shown + (lines > 0 && notes > 0 ? ", " : "") + (notes > 0 ? counted(notes, "note") : "");
}

std::string junit_name(const analysis::ComparedCase& c) {
  return record::describe(c.id) + (c.leading ? "" : ", " + analysis::word_of(c.measure));
}

JunitTest junit_test(const analysis::ComparedCase& c) {
  using analysis::Verdict;
  JunitTest out{.group = c.id.benchmark, .name = junit_name(c)};
  if (c.verdict == Verdict::failed)
    out.failure = "measured in the base, " + (c.why.empty() ? "failed in every new run" : c.why);
  else if (!c.on_both_sides())
    out.skipped = analysis::verdict_text(c);
  else if (c.verdict == Verdict::worse)
    out.failure = fmt::format("{:.3f} times as long (interval {}, p {:.2g}): {} in the base, {} now", c.ratio,
                              interval_text(c), c.p, value_text(c.base, c.base_runs, c.measure),
                              value_text(c.fresh, c.new_runs, c.measure));
  return out;
}

/// The last lines of a table: the sentence, and how many cases have which verdict.
std::string foot_text(const analysis::Comparison& comparison) {
  return fmt::format("# {}\n# {}\n", printable(analysis::headline(comparison)), verdict_counts(comparison));
}

}  // namespace

std::string comparison_changes(const analysis::Comparison& comparison) {
  const auto all = analysis::changes(comparison);
  std::size_t width = 4;
  for (const auto& change : all) width = std::max(width, analysis::change_name(change).size());
  std::string out = head_text(comparison);
  if (!all.empty())
    out += fmt::format("{:<{}} {:>6} {:>8} {:>17}  {}\n", "what", width, "cases", "ratio", "intervals",
                       "verdict");
  for (const auto& change : all)
    out += fmt::format("{:<{}} {:>6} {:>8} {:>17}  {}\n", analysis::change_name(change), width, change.cases,
                       ratio_text(change), intervals_text(change), analysis::to_word(change.verdict));
  return out + foot_text(comparison);
}

std::string comparison_markdown(const analysis::Comparison& comparison) {
  constexpr std::size_t most_shown = 4, most_notes = 2, most_lines = 12;
  const auto all = analysis::changes(comparison);
  std::string out = fmt::format("**{}** ({}; {})\n", escape_markdown(analysis::headline(comparison)),
                                verdict_counts(comparison), sides_text(comparison));
  const auto unproven = std::ranges::find_if(
      all, [](const auto& change) { return change.verdict > analysis::Verdict::better; });
  const bool few = all.size() <= most_shown;
  const auto shown =
      few ? all.size() : std::min(most_shown, static_cast<std::size_t>(unproven - all.begin()));
  out += markdown_table(std::span(all).first(shown));
  const bool notes_folded = !few || comparison.notes.size() > most_notes;
  if (!notes_folded) return out + markdown_list(comparison.notes);
  const auto folded = std::span(all).subspan(shown);
  const bool as_matrix = folded.size() > most_lines;
  const auto cases =
      static_cast<std::size_t>(std::ranges::count(comparison.cases, true, &analysis::ComparedCase::leading));
  out += fmt::format("\n<details><summary>{}</summary>\n",
                     as_matrix ? fold_text("all ", cases, "case", comparison.notes.size())
                               : fold_text("", folded.size(), "more line", comparison.notes.size()));
  out += as_matrix ? comparison_matrix(comparison) : markdown_table(folded);
  return out + markdown_list(comparison.notes) + "\n</details>\n";
}

std::string comparison_junit(const analysis::Comparison& comparison) {
  std::vector<JunitTest> tests;
  tests.reserve(comparison.cases.size());
  for (const auto& c : comparison.cases) tests.push_back(junit_test(c));
  return junit("sonde compare", analysis::headline(comparison), tests);
}

std::string comparison_table(const analysis::Comparison& comparison, const SideNames& names) {
  std::string out = head_text(comparison);
  std::size_t width = 4;
  for (const auto& c : comparison.cases) width = std::max(width, record::describe(c.id).size());
  out += fmt::format("{:<{}} {:>12} {:>12} {:>8} {:>23} {:>8}  {:<12}  {}\n", "case", width, names.base,
                     names.fresh, "ratio", "95 % interval", "p", "verdict", "quantity");
  for (const auto& c : comparison.cases) out += row_text(c, width);
  return out + foot_text(comparison);
}

std::string comparison_json(const analysis::Comparison& comparison) {
  using analysis::Verdict;
  const ordered_json head{
      {"schema", 2},
      {"threshold", comparison.threshold},
      {"alpha", analysis::alpha},
      {"base_runs", comparison.base_runs},
      {"new_runs", comparison.new_runs},
      {"worse", comparison.count(analysis::Verdict::worse) + comparison.count(analysis::Verdict::failed)},
      {"better", comparison.count(analysis::Verdict::better)},
      {"left_out", comparison.count(Verdict::only_in_base) + comparison.count(Verdict::only_in_new) +
                       comparison.count(Verdict::not_compared)},
      {"verdict", analysis::headline(comparison)},
      {"notes", comparison.notes}};
  std::string out = text_of(head, 2);
  out.replace(out.rfind("\n}"), 2,
              ",\n  \"cases\": [");  // the rows one by one: a tree of all of them is large
  out.reserve(out.size() + comparison.cases.size() * row_bytes);
  for (std::size_t i = 0; i < comparison.cases.size(); ++i)
    out += (i == 0 ? "\n    " : ",\n    ") + text_of(row_json(comparison.cases[i]), -1);
  return out + (comparison.cases.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

}  // namespace sonde::reports
