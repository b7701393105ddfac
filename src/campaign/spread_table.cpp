#include "campaign/spread_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/observations.hpp"
#include "base/units.hpp"
#include "record/describe.hpp"
#include "stats/interval.hpp"

namespace sonde::campaign {

namespace {

stats::Summary of_value(double value) {
  stats::Summary out;
  out.median = out.p25 = out.p75 = out.ci_low = out.ci_high = value;
  return out;
}

stats::Summary summary_of(const record::CaseRecord& row, double value) {
  const auto known = [&](double stats::Summary::*member) {
    const double seconds = (*row.summary).*member;
    return std::isfinite(seconds) && seconds > 0;
  };
  using stats::Summary;
  if (row.summary && row.summary->batches > 0 && known(&Summary::median) && known(&Summary::p25) &&
      known(&Summary::p75) && stats::has_interval(*row.summary))
    return *row.summary;
  return of_value(value);
}

/// One of each launch that moved right data; of a launch that measured the case several times their median.
std::vector<stats::Summary> summaries_of(analysis::Occurrences rows, const analysis::Measure& measure) {
  std::map<std::size_t, std::vector<const record::CaseRecord*>> rows_of;
  for (const auto& found : rows) rows_of[found.run].push_back(found.row);
  std::vector<stats::Summary> out;
  for (const auto& [run, value] : analysis::value_of_runs(rows, measure))
    out.push_back(rows_of[run].size() == 1 ? summary_of(*rows_of[run][0], value) : of_value(value));
  return out;
}

/// The next launch may lie anywhere that prints the same digits, or shows the same step of the timer.
void widen(stats::Interval& next, double rounding) {
  next.low *= std::exp(-rounding);
  next.high *= std::exp(rounding);
}

CaseSpread spread_of_case(const std::string& group, analysis::Occurrences rows) {
  CaseSpread out{.group = group, .id = rows[0].row->id, .runs = 0, .spread = {}};
  std::vector<stats::Summary> summaries;
  double rounding = 0;
  for (const auto& facts : analysis::quantities) {
    if (facts.group != analysis::Quantity::median || facts.unit != analysis::Unit::seconds) continue;
    summaries = summaries_of(rows, {facts.quantity});
    rounding = analysis::rounding_of(rows, {facts.quantity});
    if (!summaries.empty()) break;
  }
  out.runs = summaries.size();
  if (!summaries.empty()) out.spread = stats::spread_of(summaries);
  widen(out.spread.next, rounding);
  out.within_known = std::ranges::any_of(summaries, stats::has_interval);
  return out;
}

/// Two or three launches that differ leave nearly any time open for the next one.
std::string next_run(const stats::RunSpread& s) {
  constexpr double any = 1000;  // times the median, or a part of it
  if (s.next.high > any * s.median || s.next.low * any < s.median) return "any: too few runs";
  return fmt::format("{} .. {}", human_seconds(s.next.low), human_seconds(s.next.high));
}

std::string row_text(const CaseSpread& c, std::size_t width) {
  const auto& s = c.spread;
  const bool several = c.runs > 1;
  const auto within = c.within_known ? fmt::format("{:.2f}", 100 * s.within) : "-";
  return fmt::format("{:<{}} {:>5} {:>10} {:>9} {:>10} {:>8}  {}\n", record::describe(c.id), width, c.runs,
                     human_seconds(s.median), within, several ? fmt::format("{:.2f}", 100 * s.between) : "-",
                     several && c.within_known ? fmt::format("{:.0f}", 100 * s.share_between) : "-",
                     several ? next_run(s) : "-");
}

}  // namespace

std::vector<CaseSpread> spreads(const Runs& runs) {
  std::vector<CaseSpread> out;
  for (const auto& [group, several] : runs) {
    const auto sorted = analysis::by_case(several);
    for (analysis::Occurrences left = sorted; !left.empty();)
      if (auto found = spread_of_case(group, analysis::pop_case(left)); found.runs > 0)
        out.push_back(std::move(found));
  }
  return out;
}

std::string spread_table(std::span<const CaseSpread> cases) {
  std::size_t width = 4;
  for (const auto& c : cases) width = std::max(width, record::describe(c.id).size());
  std::string out;
  std::string group;
  for (const auto& c : cases) {
    if (c.group != group) {
      group = c.group;
      out += fmt::format("\n# {}\n{:<{}} {:>5} {:>10} {:>9} {:>10} {:>8}  {}\n", group, "case", width, "runs",
                         "median", "within[%]", "between[%]", "share[%]", "next run, 95 %");
    }
    out += row_text(c, width);
  }
  return out;
}

}  // namespace sonde::campaign
