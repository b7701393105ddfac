#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "history/history.hpp"
#include "reports/comparison_text.hpp"
#include "stats/order.hpp"

namespace sonde::history {
namespace {

constexpr std::size_t most_listed = 20;

std::string head_of(const History& history) {
  const auto& nights = history.nights;
  return fmt::format("# {}: {}, {}, {}; {} to {}\n", printable(history.directory),
                     counted(nights.size(), "night"), counted(history.launches(), "launch"),
                     counted(history.rows.size(), "case"), nights.front().name, nights.back().name);
}

std::string percent(double fraction) {
  return fmt::format("{:.3g} %", 100 * fraction);
}

std::string stated(const NightVerdict& verdict) {
  if (verdict.rate <= stated_rate) return "# false alarms, all cases together: 1 in 365 nights\n";
  return fmt::format(
      "# false alarms, all cases together: 1 in {:.0f} nights ({} are judged so far; 1 in 365 from {:.0f} on)\n",
      1 / verdict.rate, verdict.past, std::ceil(end_effect / stated_rate));
}

std::string visible_text(const NightVerdict& verdict) {
  const auto& all = verdict.visible;
  if (all.empty()) return "";
  return fmt::format(
      "# smallest slowdown that would have been seen, once it has lasted {} nights (80 % power): {} in the median case, {} "
      "in the best, {} in the worst\n",
      newest_nights, percent(stats::quantile(all, 0.5)), percent(all.front()), percent(all.back()));
}

std::string moved_text(const History& history, const NightVerdict& verdict) {
  std::size_t width = 4;
  const std::size_t listed = std::min(verdict.moved.size(), most_listed);
  for (std::size_t i = 0; i < listed; ++i)
    width = std::max(width, printable(history.rows[verdict.moved[i].of].name).size());
  std::string out = fmt::format("{:<{}} {:>9} {:>7}  {}\n", "case", width, "time", "score", "since");
  for (std::size_t i = 0; i < listed; ++i) {
    const CaseShift& m = verdict.moved[i];
    out += fmt::format("{:<{}} {:>+8.1f}% {:>7.2f}  {}\n", printable(history.rows[m.of].name), width,
                       100 * m.change, m.score, history.nights[m.since].name);
  }
  if (verdict.moved.size() > listed) out += fmt::format("# and {} more\n", verdict.moved.size() - listed);
  return out;
}

constexpr const char* slower_line = "ALARM: slower than in the nights before";

std::string line_of(const History& history, const NightVerdict& verdict) {
  if (verdict.judged == 0)
    return fmt::format("too little history: no case was measured in enough of the {} nights",
                       history.nights.size());
  return verdict.slower()   ? slower_line
         : verdict.faster() ? "no alarm: nothing slower; something is faster than in the nights before"
                            : "no alarm";
}

/// The same below the line of an alarm.
std::string line_below(const History& history, const NightVerdict& verdict) {
  std::string line = line_of(history, verdict);
  if (!line.starts_with("no alarm")) return line;
  return verdict.faster() ? "nothing slower; something is faster than in the nights before"
                          : "nothing slower";
}

constexpr const char* one_night = "too little history: one night has nothing to be compared with";

/// Cases that are not judged because of a new level, and have grown since it began.
std::string grown_text(const History& history, const NightVerdict& verdict) {
  std::string out;
  for (std::size_t r = 0; r < history.rows.size(); ++r) {
    const auto& levels = history.new_levels[r];
    if (levels.empty() || !std::isnan(verdict.visible_of[r])) continue;
    const auto [since, why] = *levels.rbegin();
    std::vector<double> values;
    for (std::size_t night = since; night <= history.last(); ++night)
      if (const Cell& cell = history.rows[r].nights[night]; cell.launches > 0) values.push_back(cell.value);
    if (values.size() < 2) continue;
    const double change = std::expm1(values.back() - values.front());
    if (change >= change_threshold)
      out += fmt::format("# not judged since its new level of {}, and {} slower than in that night: {}\n",
                         history.nights[since].name, percent(change), printable(history.rows[r].name));
  }
  return out;
}

std::string calibrated_text(const History& history, const NightVerdict& verdict, bool failed) {
  std::string out = (failed ? line_below(history, verdict) : line_of(history, verdict)) + "\n";
  if (verdict.judged == 0) return out;
  out += fmt::format("# score of the last night: {:.2f} over {}; {} is an alarm\n", verdict.score,
                     counted(verdict.judged, "case"), fmt::format("more than {:.2f}", verdict.limit));
  out += stated(verdict);
  if (!verdict.moved.empty()) out += moved_text(history, verdict);
  if (!verdict.slower()) out += visible_text(verdict);
  const bool levels =
      std::ranges::any_of(history.new_levels, [](const auto& of_row) { return !of_row.empty(); });
  if (const auto left = history.rows.size() - verdict.judged; left > 0)
    out += fmt::format("# not judged: {}, measured in too few of the newest nights, of all{}\n",
                       counted(left, "case"), levels ? ", or since a new level" : "");
  return out + grown_text(history, verdict);
}

std::string compared_text(const History& history, const analysis::Comparison& comparison) {
  return fmt::format("# not calibrated: {} of {} nights; the last one is compared with those before\n",
                     history.nights.size(), least_nights) +
         reports::comparison_changes(comparison);
}

}  // namespace

std::string list_of(const History& history, std::span<const std::size_t> rows, const std::string& what) {
  std::string out;
  for (const std::size_t row : rows.first(std::min(rows.size(), most_listed)))
    out += fmt::format("{}: {}\n", what, printable(history.rows[row].name));
  if (rows.size() > most_listed) out += fmt::format("{}: {} more\n", what, rows.size() - most_listed);
  return out;
}

std::string headline(const History& history, const Check& check) {
  std::string line = check.calibrated ? line_of(history, *check.calibrated) : one_night;
  if (check.compared)
    line = fmt::format("{} (not calibrated: {} of {} nights)",
                       check.compared->count(analysis::Verdict::worse) > 0 ? slower_line
                       : check.judged()                                    ? "no alarm"
                                                                           : "too little history",
                       history.nights.size(), least_nights);
  if (check.failed.empty()) return line;
  const std::string failed = fmt::format("{} failed in the last night", counted(check.failed.size(), "case"));
  return line.starts_with(slower_line) ? line + "; " + failed : "ALARM: " + failed;
}

std::string check_text(const History& history, const Check& check) {
  std::string out = head_of(history);
  out += list_of(history, check.failed, "ALARM: failed in the last night");
  if (check.calibrated)
    out += calibrated_text(history, *check.calibrated, !check.failed.empty());
  else if (check.compared)
    out += compared_text(history, *check.compared);
  else
    out += std::string(one_night) + "\n";
  for (const auto& [night, changes] : check.causes) out += why_text(history, night, changes);
  if (check.calibrated && check.calibrated->slower())
    out += fmt::format("# a level that is to stay: sonde history {} acknowledge NIGHT CASE \"why\"\n",
                       printable(history.directory));
  out += list_of(history, check.missing, "not in the last night");
  if (check.weak > 0)
    out += fmt::format(
        "# weak: {} of the last night come{} from fewer than {} launches, where one disturbed launch can "
        "set the value\n",
        counted(check.weak, "value"), check.weak == 1 ? "s" : "", enough_launches);
  return out;
}

std::string why_text(const History& history, std::size_t night, std::span<const std::string> changes) {
  const std::string nights =
      fmt::format("{}, after {}", history.nights[night].name, history.nights[night - 1].name);
  if (changes.empty()) return fmt::format("# {}: the records say of nothing that it changed\n", nights);
  std::string out = fmt::format("# {}:\n", nights);
  for (const auto& change : changes) out += "changed: " + printable(change) + "\n";
  return out;
}

std::string show_text(const History& history) {
  std::string out = head_of(history);
  const std::size_t last = history.last();
  std::size_t width = 4;
  for (const HistoryRow& row : history.rows) width = std::max(width, printable(row.name).size());
  out += fmt::format("{:<{}} {:>6} {:>12} {:>9} {:>9}\n", "case", width, "nights", "last night", "launches",
                     "time");
  for (const HistoryRow& row : history.rows) {
    const RowSummary said = shown(row);
    const Cell& cell = row.nights[last];
    const bool there = cell.launches > 0;
    const std::string value = there ? row.text_of(cell.value) : cell.failed > 0 ? "failed" : "-";
    const std::string change = std::isnan(said.change) ? "-" : fmt::format("{:+.1f}%", 100 * said.change);
    out += fmt::format("{:<{}} {:>6} {:>12} {:>9} {:>9}{}\n", printable(row.name), width, said.measured,
                       value, cell.launches, change, cell.weak() ? "  weak" : "");
  }
  return out +
         fmt::format("# time: of the last night against the median of the {} before it\n", reference_nights);
}

}  // namespace sonde::history
