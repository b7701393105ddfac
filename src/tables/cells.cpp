// What stands in the columns of a table, a row a column.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "record/bus.hpp"
#include "record/case_numbers.hpp"
#include "record/warning_kinds.hpp"
#include "stats/interval.hpp"
#include "tables/columns.hpp"

namespace sonde::tables {

namespace {

using enum Column;
using record::CaseRecord;
using record::number_of;
using record::OverlapTimes;
using record::Times;
using stats::Summary;

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double microseconds = 1e6;

struct Shown {
  Column column;
  std::string_view token;           ///< its head
  double (*of)(const CaseRecord&);  ///< not a number where the case has none
  double factor = 1;
  int decimals = 2;
};

/// A number of a part that the case may lack.
template <auto whole, auto part>
double in(const CaseRecord& c) {
  return c.*whole ? static_cast<double>((*(c.*whole)).*part) : none;
}
template <auto optional>
double in(const CaseRecord& c) {
  return (c.*optional).value_or(none);
}

/// The wider side of the 95 % interval of the median, in percent of the median.
double interval_percent(const CaseRecord& c) {
  if (!c.summary || c.summary->median <= 0 || !stats::has_interval(*c.summary)) return none;
  const Summary& s = *c.summary;
  return std::max(s.ci_high - s.median, s.median - s.ci_low) / s.median * 100;
}

/// One or two batches are no distribution.
double p95_of(const CaseRecord& c) {
  const bool few = c.summary && c.summary->batches > 0 && !stats::carry_interval(c.summary->batches);
  return few ? none : in<&CaseRecord::summary, &Summary::p95>(c);
}

constexpr Shown seconds(Column column, std::string_view token, double (*of)(const CaseRecord&)) {
  return {column, token, of, microseconds};
}

constexpr auto cell_table = std::to_array<Shown>({
    {group, "Group", [](const CaseRecord& c) { return 1.0 * std::max(c.id.group, 0); }, 1, 0},
    {Column::bytes, "#bytes",
     [](const CaseRecord& c) { return static_cast<double>(c.id.bytes * std::max(1, c.id.threads)); }, 1, 0},
    {repetitions, "#repetitions", [](const CaseRecord& c) { return static_cast<double>(c.repetitions); }, 1,
     0},
    seconds(Column::time, "t[usec]", in<&CaseRecord::times, &Times::max>),
    seconds(time_min, "t_min[usec]", in<&CaseRecord::times, &Times::min>),
    seconds(time_max, "t_max[usec]", in<&CaseRecord::times, &Times::max>),
    seconds(time_avg, "t_avg[usec]", in<&CaseRecord::times, &Times::avg>),
    {rate, "Mbytes/sec", in<&CaseRecord::megabytes_per_second>},
    {message_rate, "Msg/sec", in<&CaseRecord::messages_per_second>, 1, 0},
    seconds(time_overlapped, "t_ovrl[usec]", in<&CaseRecord::overlap, &OverlapTimes::overlapped>),
    seconds(time_pure, "t_pure[usec]", in<&CaseRecord::overlap, &OverlapTimes::pure>),
    seconds(time_cpu, "t_CPU[usec]", in<&CaseRecord::overlap, &OverlapTimes::cpu>),
    seconds(time_left, "left[usec]", [](const CaseRecord& c) { return number_of(c, "left_s"); }),
    seconds(time_right, "right[usec]", [](const CaseRecord& c) { return number_of(c, "right_s"); }),
    {ratio, "ratio", [](const CaseRecord& c) { return number_of(c, "ratio"); }, 1, 3},
    {ratio_low, "low", [](const CaseRecord& c) { return number_of(c, "ratio_low"); }, 1, 3},
    {ratio_high, "high", [](const CaseRecord& c) { return number_of(c, "ratio_high"); }, 1, 3},
    {overlap, " overlap[%]", in<&CaseRecord::overlap, &OverlapTimes::percent>},
    {progress, "progress[%]", in<&CaseRecord::overlap, &OverlapTimes::percent>},
    seconds(time_init, "t_init[usec]", in<&CaseRecord::init_seconds>),
    {efficiency, "efficiency[%]",
     [](const CaseRecord& c) { return c.contention ? c.contention->percent() : none; }},
    {defects, "defects", in<&CaseRecord::defects>},
    {bus, record::bus_column, [](const CaseRecord& c) { return number_of(c, record::bus_column); }},
    {net, record::net_column, [](const CaseRecord& c) { return number_of(c, record::net_column); }},
    {peak, record::peak_column, [](const CaseRecord& c) { return number_of(c, record::peak_column); }},
    seconds(median, "median[usec]", in<&CaseRecord::summary, &Summary::median>),
    {interval, "ci95[%]", interval_percent},
    seconds(p95, "p95[usec]", p95_of),
    {flags, "flags", nullptr},
    seconds(tail_p50, "p50[usec]", [](const CaseRecord& c) { return number_of(c, "call_p50_s"); }),
    seconds(tail_p90, "p90[usec]", [](const CaseRecord& c) { return number_of(c, "call_p90_s"); }),
    seconds(tail_p99, "p99[usec]", [](const CaseRecord& c) { return number_of(c, "call_p99_s"); }),
    seconds(tail_p999, "p99.9[usec]", [](const CaseRecord& c) { return number_of(c, "call_p99.9_s"); }),
    {pattern, "pattern", nullptr},
    seconds(arrival_last, "d_last[usec]", [](const CaseRecord& c) { return number_of(c, "d_last_s"); }),
    seconds(arrival_total, "d_total[usec]", [](const CaseRecord& c) { return number_of(c, "d_total_s"); }),
    seconds(arrival_each, "e_avg[usec]", [](const CaseRecord& c) { return number_of(c, "e_avg_s"); }),
    {absorption, "absorb[%]", [](const CaseRecord& c) { return number_of(c, "absorption"); }, 100},
    seconds(loaded_p50, "p50[usec]", [](const CaseRecord& c) { return number_of(c, "loaded_p50_s"); }),
    seconds(loaded_p99, "p99[usec]", [](const CaseRecord& c) { return number_of(c, "loaded_p99_s"); }),
    {impact_p50, "impact50", [](const CaseRecord& c) { return number_of(c, "impact50"); }},
    {impact_p99, "impact99", [](const CaseRecord& c) { return number_of(c, "impact99"); }},
});
static_assert([] {
  for (std::size_t i = 0; i < cell_table.size(); ++i)
    if (cell_table[i].column != static_cast<Column>(i)) return false;
  return true;
}());

/// "last" of "last:2".
std::string pattern_of(const CaseRecord& c) {
  const auto found = c.id.variant.find("arrival");
  return found == c.id.variant.end() ? "-" : found->second.substr(0, found->second.find_first_of(",:"));
}

std::string flags_of(const CaseRecord& c) {
  std::string letters;
  for (const auto& warning : c.warnings) letters += flag_letter(warning.kind);
  return letters.empty() ? "-" : letters;
}

}  // namespace

std::string_view token(Column column) {
  return cell_table[static_cast<std::size_t>(column)].token;
}

std::string content(Column column, const record::CaseRecord& result) {
  if (column == flags) return flags_of(result);
  if (column == pattern) return pattern_of(result);
  const auto& row = cell_table[static_cast<std::size_t>(column)];
  const double value = row.of(result) * row.factor;
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, row.decimals) : "-";
}

char flag_letter(std::string_view warning_kind) {
  const char letter = record::warning_letter(warning_kind);
  return letter == 0 ? '?' : letter;
}

}  // namespace sonde::tables
