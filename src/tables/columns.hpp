// Which columns the table of a section has. They follow from the benchmark's class, its rate and its mode of
// display, never from its name.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/traffic.hpp"
#include "plan/plan.hpp"
#include "record/record.hpp"

namespace sonde::tables {

/// What a column shows; its header token is `token(column)`.
enum class Column {
  group,
  bytes,
  repetitions,
  time,  ///< the largest time of the group
  time_min,
  time_max,
  time_avg,
  rate,
  message_rate,
  time_overlapped,
  time_pure,
  time_cpu,
  time_left,  ///< of guidelines: the call, and its composition; their ratio with its interval
  time_right,
  ratio,
  ratio_low,
  ratio_high,
  overlap,
  progress,    ///< the overlap with what the target computes
  time_init,   ///< of persistent transfers: to make a request
  efficiency,  ///< of contention: rate among all over rate alone
  defects,
  bus,   ///< what must move through a rank's link, over the time
  net,   ///< the same of a node's link
  peak,  ///< the one or the other in percent of -peak
  median,
  interval,  ///< 95 % interval of the median, its wider side in percent of the median
  p95,
  flags,  ///< the letter of each warning (record/warning_kinds.hpp); '?' of a kind without one
  tail_p50,
  tail_p90,
  tail_p99,
  tail_p999,
  pattern,  ///< of processes that come late
  arrival_last,
  arrival_total,
  arrival_each,
  absorption,
  loaded_p50,  ///< -load
  loaded_p99,
  impact_p50,
  impact_p99,
};

inline constexpr int column_count = static_cast<int>(Column::impact_p99) + 1;
inline constexpr int column_width = 13;

/// The columns of a section from left to right (guide chapter 6): -multi 1 puts the group first, -arrival all
/// the pattern, -check the defects last, -bus, -stats, -tails, -arrival and -load what they add to the right
/// of everything.
[[nodiscard]] std::vector<Column> columns(const Settings& settings, const Benchmark& benchmark);

/// What the columns of -bus count; none where there are none.
[[nodiscard]] std::optional<TrafficFormula> bus_formula(const Settings& settings, const Benchmark& benchmark);

[[nodiscard]] std::string_view token(Column column);

/// The number that stands there of a case, in the unit of the head, and its digits behind the point.
struct ShownNumber {
  double value = 0;  ///< not a number where the case has none, or where words stand there
  int decimals = 2;
};
[[nodiscard]] ShownNumber number(Column column, const record::CaseRecord& result);

/// What the case has in the column; "-" where it has nothing.
[[nodiscard]] std::string content(Column column, const record::CaseRecord& result);

/// `text` right-justified in a column; a text too wide for it keeps one blank on its left.
[[nodiscard]] std::string cell(std::string_view text);

}  // namespace sonde::tables
