#include "reports/guidelines_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>
#include <vector>

#include "analysis/measured_guidelines.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "record/describe.hpp"
#include "reports/escape.hpp"

namespace sonde::reports {

namespace {

using analysis::CheckedGuideline;
using analysis::Guideline;
using analysis::GuidelineCheck;
using analysis::GuidelineVerdict;
using nlohmann::ordered_json;

constexpr std::array<std::string_view, 9> guideline_heads{
    "guideline", "benchmark", "processes", "bytes", "than", "ratio", "interval", "verdict", "why"};
constexpr std::array<std::string_view, 11> composition_heads{
    "guideline",   "benchmark", "composition", "processes", "bytes", "left[usec]",
    "right[usec]", "ratio",     "interval",    "verdict",   "why"};
using GuidelineCells = std::vector<std::string>;

/// "4 KiB", "2 x 32 KiB", "8 processes": what it takes longer than.
std::string other_text(const CheckedGuideline& row) {
  const auto& right = row.right;
  switch (row.guideline) {
    case Guideline::longer:
      return exact_bytes(right.bytes);
    case Guideline::split:
      return fmt::format("{:g} x {}", row.times, exact_bytes(right.bytes));
    case Guideline::more_ranks:
    case Guideline::composition:
      break;
  }
  return fmt::format("{} processes", right.processes);
}

GuidelineCells guideline_cells(const CheckedGuideline& row) {
  auto name = row.left;
  name.processes = 0, name.bytes = -1;
  const auto names = analysis::composed_names(name.benchmark);
  if (row.composed) name.benchmark = names.call;
  GuidelineCells out{row.composed ? row.composed->id : std::string(to_word(row.guideline)),
                     record::describe(name)};
  if (row.composed) out.push_back(names.composition);
  out.push_back(fmt::format("{}", row.left.processes));
  out.push_back(row.left.bytes < 0 ? "-" : exact_bytes(row.left.bytes));
  if (row.composed) {
    constexpr double microseconds = 1e6;
    for (const double seconds : {row.composed->left, row.composed->right})
      out.push_back(fmt::format("{:.2f}", microseconds * seconds));
  } else {
    out.push_back(other_text(row));
  }
  out.push_back(fmt::format("{:.3f}", row.ratio));
  out.push_back(row.level > 0 ? fmt::format("{:.3f} .. {:.3f} ({:.0f} %)", row.low, row.high, 100 * row.level)
                              : "-");
  out.emplace_back(analysis::to_word(row.verdict));
  out.push_back(row.why);
  return out;
}

using GuidelineTable = std::vector<GuidelineCells>;

/// Heads and lines: first of what is judged by several rows, then of compositions. None is empty.
std::vector<GuidelineTable> tables_of(std::span<const CheckedGuideline* const> rows) {
  std::vector<GuidelineTable> out;
  const auto add = [&](bool composed, auto heads) {
    GuidelineTable lines{GuidelineCells(heads.begin(), heads.end())};
    for (const auto* row : rows)
      if (row->composed.has_value() == composed) lines.push_back(guideline_cells(*row));
    if (lines.size() > 1) out.push_back(std::move(lines));
  };
  add(false, std::span(guideline_heads));
  add(true, std::span(composition_heads));
  return out;
}

bool is_number(std::string_view head) {
  return head == "processes" || head == "bytes" || head == "than" || head == "ratio" ||
         head.ends_with("[usec]");
}

std::string aligned(const GuidelineTable& lines) {
  std::vector<std::size_t> widths(lines[0].size());
  for (const GuidelineCells& cells : lines)
    for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], cells[i].size());
  std::string out;
  for (const GuidelineCells& cells : lines) {
    std::string line;
    for (std::size_t i = 0; i < widths.size(); ++i) line += fmt::format("{:<{}}  ", cells[i], widths[i]);
    line.resize(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

/// What is shown, worst first.
std::vector<const CheckedGuideline*> shown(const GuidelineCheck& check, GuidelineRows which) {
  std::vector<const CheckedGuideline*> out;
  for (const auto& row : check.rows)
    if (which == GuidelineRows::all || row.verdict == GuidelineVerdict::violated ||
        (row.verdict == GuidelineVerdict::open && row.ratio > 1 + check.tolerance))
      out.push_back(&row);
  std::ranges::stable_sort(out, [](const auto* a, const auto* b) {
    return a->verdict != b->verdict ? a->verdict < b->verdict : a->ratio > b->ratio;
  });
  return out;
}

/// "(8 launches; tolerance 5 %)"
std::string basis(const GuidelineCheck& check) {
  return fmt::format("({}; tolerance {:.3g} %)",
                     check.one_launch ? std::string("in this launch") : counted(check.launches, "launch"),
                     100 * check.tolerance);
}

/// "not shown (--all): 90 held, 2 open within the tolerance, 10 open with intervals up to 1.40", or nothing.
std::string left_out(const GuidelineCheck& check, std::span<const CheckedGuideline* const> shown_rows) {
  std::size_t held = 0, inside = 0, wide = 0, bare = 0;
  double widest = 0;
  for (const auto& row : check.rows) {
    if (std::ranges::find(shown_rows, &row) != shown_rows.end()) continue;
    if (row.verdict == GuidelineVerdict::held)
      ++held;
    else if (row.level <= 0)
      ++bare;
    else if (row.high <= 1 + check.tolerance)
      ++inside;
    else
      ++wide, widest = std::max(widest, row.high);
  }
  std::vector<std::string> parts;
  if (held > 0) parts.push_back(fmt::format("{} held", held));
  if (inside > 0) parts.push_back(fmt::format("{} open within the tolerance", inside));
  if (wide > 0) parts.push_back(fmt::format("{} open with intervals up to {:.2f}", wide, widest));
  if (bare > 0) parts.push_back(fmt::format("{} open without an interval", bare));
  return parts.empty() ? "" : fmt::format("not shown (--all): {}", fmt::join(parts, ", "));
}

ordered_json json_of(const CheckedGuideline& row) {
  const auto& id = row.left;
  ordered_json line{{"guideline", to_word(row.guideline)},
                    {"benchmark", id.benchmark},
                    {"mode", id.mode},
                    {"multi", id.multi},
                    {"processes", id.processes},
                    {"groups", id.groups},
                    {"group", id.group},
                    {"bytes", id.bytes},
                    {"other_processes", row.right.processes},
                    {"other_bytes", row.right.bytes},
                    {"times", row.times},
                    {"launches", row.launches},
                    {"ratio", row.ratio}};
  if (id.threads > 0) line["threads"] = id.threads;
  if (!id.variant.empty()) line["variant"] = id.variant;
  line["ratio_low"] = row.level > 0 ? ordered_json(row.low) : ordered_json();
  line["ratio_high"] = row.level > 0 ? ordered_json(row.high) : ordered_json();
  line["level"] = row.level;
  if (row.composed) {
    const auto names = analysis::composed_names(id.benchmark);
    line.update(ordered_json{{"id", row.composed->id},
                             {"call", names.call},
                             {"composition", names.composition},
                             {"buffer_bytes", row.composed->buffer_bytes},
                             {"left_s", row.composed->left},
                             {"right_s", row.composed->right}});
  }
  line["verdict"] = analysis::to_word(row.verdict);
  if (!row.why.empty()) line["why"] = row.why;
  return line;
}

}  // namespace

std::string guidelines_table(const GuidelineCheck& check, GuidelineRows rows) {
  std::string out = fmt::format("{} {}\n", guidelines_sentence(check), basis(check));
  for (const auto& sentence : violations(check)) out += printable(sentence) + "\n";
  for (const auto& note : check.notes) out += "# " + printable(note) + "\n";
  const auto chosen = shown(check, rows);
  if (const auto rest = left_out(check, chosen); !rest.empty()) out += "# " + rest + "\n";
  for (const GuidelineTable& lines : tables_of(chosen)) out += aligned(lines);
  return out;
}

std::string guidelines_markdown(const GuidelineCheck& check, GuidelineRows rows) {
  std::string out = fmt::format("**{}** {}\n\n", escape_markdown(guidelines_sentence(check)), basis(check));
  for (const auto& sentence : violations(check)) out += "* " + escape_markdown(sentence) + "\n";
  for (const auto& note : check.notes) out += "* " + escape_markdown(note) + "\n";
  const auto chosen = shown(check, rows);
  if (const auto rest = left_out(check, chosen); !rest.empty()) out += "* " + rest + "\n";
  for (const GuidelineTable& lines : tables_of(chosen)) {
    out += fmt::format("\n| {} |\n|", fmt::join(lines[0], " | "));
    for (const std::string& name : lines[0]) out += is_number(name) ? "--:|" : "---|";
    out += "\n";
    for (const GuidelineCells& cells : std::span(lines).subspan(1)) {
      out += "|";
      for (const std::string& cell : cells) out += " " + escape_markdown(cell) + " |";
      out += "\n";
    }
  }
  return out;
}

std::string guidelines_json(const GuidelineCheck& check) {
  ordered_json out{{"verdict", guidelines_sentence(check)},
                   {"tolerance", check.tolerance},
                   {"launches", check.launches},
                   {"one_launch", check.one_launch},
                   {"violations", violations(check)},
                   {"notes", check.notes},
                   {"guidelines", ordered_json::array()}};
  for (const auto& row : check.rows) out["guidelines"].push_back(json_of(row));
  return json_for_terminal(out.dump(1, ' ', false, ordered_json::error_handler_t::replace)) + "\n";
}

}  // namespace sonde::reports
