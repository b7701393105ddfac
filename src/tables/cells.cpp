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
  std::string_view number{};  ///< in place of `of`: its name in record/case_numbers.hpp
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
constexpr Shown named(Column column, std::string_view token, std::string_view number, double factor = 1,
                      int decimals = 2) {
  return {column, token, nullptr, factor, decimals, number};
}
constexpr Shown named_seconds(Column column, std::string_view token, std::string_view number) {
  return named(column, token, number, microseconds);
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
    named_seconds(time_left, "left[usec]", "left_s"),
    named_seconds(time_right, "right[usec]", "right_s"),
    named(ratio, "ratio", "ratio", 1, 3),
    named(ratio_low, "low", "ratio_low", 1, 3),
    named(ratio_high, "high", "ratio_high", 1, 3),
    {overlap, " overlap[%]", in<&CaseRecord::overlap, &OverlapTimes::percent>},
    {progress, "progress[%]", in<&CaseRecord::overlap, &OverlapTimes::percent>},
    seconds(time_init, "t_init[usec]", in<&CaseRecord::init_seconds>),
    {efficiency, "efficiency[%]",
     [](const CaseRecord& c) { return c.contention ? c.contention->percent() : none; }},
    {defects, "defects", in<&CaseRecord::defects>},
    named(bus, record::bus_column, record::bus_column),
    named(net, record::net_column, record::net_column),
    named(peak, record::peak_column, record::peak_column),
    seconds(median, "median[usec]", in<&CaseRecord::summary, &Summary::median>),
    {interval, "ci95[%]", interval_percent},
    seconds(p95, "p95[usec]", p95_of),
    {flags, "flags", nullptr},
    named_seconds(tail_p50, "p50[usec]", "call_p50_s"),
    named_seconds(tail_p90, "p90[usec]", "call_p90_s"),
    named_seconds(tail_p99, "p99[usec]", "call_p99_s"),
    named_seconds(tail_p999, "p99.9[usec]", "call_p99.9_s"),
    {pattern, "pattern", nullptr},
    named_seconds(arrival_last, "d_last[usec]", "d_last_s"),
    named_seconds(arrival_total, "d_total[usec]", "d_total_s"),
    named_seconds(arrival_each, "e_avg[usec]", "e_avg_s"),
    named(absorption, "absorb[%]", "absorption", 100),
    named_seconds(loaded_p50, "p50[usec]", "loaded_p50_s"),
    named_seconds(loaded_p99, "p99[usec]", "loaded_p99_s"),
    named(impact_p50, "impact50", "impact50"),
    named(impact_p99, "impact99", "impact99"),
});
static_assert([] {
  for (std::size_t i = 0; i < cell_table.size(); ++i)
    if (cell_table[i].column != static_cast<Column>(i)) return false;
  return cell_table.size() == column_count;
}());

/// "last" of "last:2".
std::string pattern_of(const CaseRecord& c) {
  const auto found = c.id.variant.find("arrival");
  return found == c.id.variant.end() ? "-" : found->second.substr(0, found->second.find_first_of(",:"));
}

std::string flags_of(const CaseRecord& c) {
  std::string letters;
  for (const auto& warning : c.warnings) {
    const char letter = record::warning_letter(warning.kind);
    letters += letter == 0 ? '?' : letter;
  }
  return letters.empty() ? "-" : letters;
}

}  // namespace

std::string_view token(Column column) {
  return cell_table[static_cast<std::size_t>(column)].token;
}

ShownNumber number(Column column, const record::CaseRecord& result) {
  const auto& row = cell_table[static_cast<std::size_t>(column)];
  const bool words = row.of == nullptr && row.number.empty();
  const double value = row.of != nullptr ? row.of(result) : words ? none : number_of(result, row.number);
  return {value * row.factor, row.decimals};
}

std::string content(Column column, const record::CaseRecord& result) {
  if (column == flags) return flags_of(result);
  if (column == pattern) return pattern_of(result);
  const auto [value, decimals] = number(column, result);
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, decimals) : "-";
}

}  // namespace sonde::tables
