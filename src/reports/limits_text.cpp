#include "reports/limits_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "analysis/limits_file.hpp"
#include "base/text.hpp"
#include "record/describe.hpp"
#include "reports/escape.hpp"
#include "reports/junit.hpp"

namespace sonde::reports {

namespace {

using analysis::CheckedCase;
using analysis::LimitCheck;
using analysis::LimitVerdict;

constexpr std::array<std::string_view, 8> heads{"limit", "case",     "quantity", "launches",
                                                "value", "interval", "to be",    "verdict"};
using Cells = std::array<std::string, heads.size()>;

std::string value_text(const LimitCheck& check, const CheckedCase& c) {
  return c.launches == 0 ? "-" : analysis::limited_value(c.value, check.limits[c.limit].quantity);
}

std::string interval_text(const LimitCheck& check, const CheckedCase& c) {
  if (c.level <= 0) return "-";
  const auto quantity = check.limits[c.limit].quantity;
  return fmt::format("{} .. {} ({:.0f} %)", analysis::limited_value(c.low, quantity),
                     analysis::limited_value(c.high, quantity), 100 * c.level);
}

std::string case_text(const LimitCheck& check, const CheckedCase& c) {
  return c.id ? record::describe(*c.id) : analysis::cases_of(check.limits[c.limit]);
}

Cells cells_of(const LimitCheck& check, const CheckedCase& c) {
  const auto& limit = check.limits[c.limit];
  return {fmt::format("{}", limit.number),
          printable(case_text(check, c)),
          c.statistic.empty() ? "-" : printable(c.statistic),
          fmt::format("{}", c.launches),
          value_text(check, c),
          interval_text(check, c),
          printable(limit.text),
          std::string(analysis::to_word(c.verdict))};
}

std::string junit_message(const LimitCheck& check, const CheckedCase& c) {
  std::string out = fmt::format("{}: {}", analysis::to_word(c.verdict), c.why);
  if (c.launches > 0)
    out += fmt::format("; {} in {}, interval {}", value_text(check, c), counted(c.launches, "launch"),
                       interval_text(check, c));
  return out;
}

}  // namespace

std::string limits_table(const LimitCheck& check) {
  std::vector<Cells> rows;
  std::array<std::size_t, heads.size()> widths{};
  for (std::size_t i = 0; i < heads.size(); ++i) widths[i] = heads[i].size();
  for (const CheckedCase& c : check.cases) {
    rows.push_back(cells_of(check, c));
    for (std::size_t i = 0; i < heads.size(); ++i) widths[i] = std::max(widths[i], rows.back()[i].size());
  }
  std::string out =
      fmt::format("{} ({})\n", analysis::limits_sentence(check), counted(check.launches, "launch"));
  for (const std::string& note : check.notes) out += "# " + printable(note) + "\n";
  for (std::size_t i = 0; i < heads.size(); ++i) out += fmt::format("{:<{}}  ", heads[i], widths[i]);
  out += "why\n";
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::string line;
    for (std::size_t i = 0; i < heads.size(); ++i) line += fmt::format("{:<{}}  ", rows[row][i], widths[i]);
    line += printable(check.cases[row].why);
    line.resize(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string limits_markdown(const LimitCheck& check) {
  std::string out = fmt::format("**{}** ({})\n\n", escape_markdown(analysis::limits_sentence(check)),
                                counted(check.launches, "launch"));
  out += fmt::format("| {} | why |\n", fmt::join(heads, " | "));
  out += "|--:|---|---|--:|--:|:-:|--:|---|---|\n";
  for (const CheckedCase& c : check.cases) {
    out += "|";
    for (const std::string& cell : cells_of(check, c)) out += " " + escape_markdown(cell) + " |";
    out += " " + escape_markdown(c.why) + " |\n";
  }
  if (!check.notes.empty()) out += "\n";
  for (const std::string& note : check.notes) out += "* " + escape_markdown(note) + "\n";
  return out;
}

std::string limits_junit(const LimitCheck& check) {
  std::vector<JunitTest> tests;
  for (const CheckedCase& c : check.cases) {
    const auto& limit = check.limits[c.limit];
    JunitTest test{
        .group = limit.benchmark,
        .name = fmt::format("limit {}: {}, {} {}", limit.number, case_text(check, c),
                            c.statistic.empty() ? facts(limit.quantity).word : c.statistic, limit.text)};
    if (c.verdict == LimitVerdict::open)
      test.skipped = junit_message(check, c);
    else if (c.verdict != LimitVerdict::kept)
      test.failure = junit_message(check, c);
    tests.push_back(std::move(test));
  }
  return junit("sonde check", analysis::limits_sentence(check), tests);
}

}  // namespace sonde::reports
