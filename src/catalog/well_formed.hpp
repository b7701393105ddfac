// The rules that a table of rows keeps, checked when it is compiled:
//     static_assert(well_formed<first_fault(rows)>);
// A compiler that refuses it names the rule and the row, as in
// TableKeeps<Rule::single_transfers_have_a_number_of_processes, 3>.
#pragma once
#include <cstddef>

#include "catalog/benchmark.hpp"

namespace sonde {

enum class Rule {
  none,
  a_row_has_a_name_and_a_summary,
  a_row_has_a_mode_to_measure,
  names_are_unique,
  enough_processes_for_the_least,
  single_transfers_have_a_number_of_processes,
  halves_need_two_processes,
  a_rate_needs_a_length,
  checked_contents_need_a_length,
  only_files_have_pointers_and_owners,
  transfers_beside_computation_have_no_rate_but_of_files,
  windows_and_files_are_what_is_checked,
  message_rates_count_messages,
  only_optional_rows_came_later,
  flows_are_counted_and_checked,
};

/// The first rule that is broken, and in which row (from 0).
struct Fault {
  Rule rule = Rule::none;
  std::size_t row = 0;
  constexpr bool operator==(const Fault&) const = default;
};

constexpr Rule broken_by_processes(const Processes& processes, TransferClass klass) {
  using enum Rule;
  if (processes.exactly > 0 && processes.exactly < processes.least) return enough_processes_for_the_least;
  if (klass == TransferClass::single_transfer && processes.exactly == 0)
    return single_transfers_have_a_number_of_processes;
  return processes.roles == Roles::halves && processes.least < 2 ? halves_need_two_processes : none;
}

/// By what is checked, and where that lies.
constexpr Rule broken_by_contents(const Benchmark& row) {
  using enum Rule;
  const FileUse& file = row.needs.file;
  const bool uses_file = row.needs.resource == Resource::file;
  const bool of_file =
      row.expect == ExpectedContent::file_written || row.expect == ExpectedContent::file_read;
  if (!row.sized() && row.expect != ExpectedContent::nothing && row.expect != ExpectedContent::entered_by_all)
    return checked_contents_need_a_length;
  if (!uses_file && (file.pointer != Pointer::none || file.owner != FileOwner::group || file.writes))
    return only_files_have_pointers_and_owners;
  const bool of_other_window = of_windows(row.expect) && row.needs.resource != Resource::window;
  return of_other_window || (of_file && !uses_file) ? windows_and_files_are_what_is_checked : none;
}

constexpr Rule broken_by_rate(const Benchmark& row) {
  using enum Rule;
  const Metric& metric = row.metric;
  const bool flows = row.flows != Flows::none;
  if (!row.sized() && metric.messages > 0) return a_rate_needs_a_length;
  if (row.overlapped && row.needs.resource != Resource::file && metric.messages > 0)
    return transfers_beside_computation_have_no_rate_but_of_files;
  if ((metric.message_rate || row.klass == TransferClass::message_rate) && metric.messages == 0)
    return message_rates_count_messages;
  if (flows != (row.expect == ExpectedContent::from_flow) || flows != (metric.counted == Counted::flows))
    return flows_are_counted_and_checked;
  return none;
}

/// Looked at by itself; the rule it breaks first.
constexpr Rule broken_by(const Benchmark& row) {
  using enum Rule;
  if (row.name.empty() || row.summary.empty()) return a_row_has_a_name_and_a_summary;
  if (!row.modes[0].present) return a_row_has_a_mode_to_measure;
  if (row.since_2021 && !row.optional) return only_optional_rows_came_later;
  for (const Rule broken :
       {broken_by_processes(row.needs.processes, row.klass), broken_by_rate(row), broken_by_contents(row)})
    if (broken != none) return broken;
  return none;
}

constexpr Fault first_fault(Catalog rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (const Rule rule = broken_by(rows[i]); rule != Rule::none) return {rule, i};
    for (std::size_t j = 0; j < i; ++j)
      if (rows[j].name == rows[i].name) return {Rule::names_are_unique, i};
  }
  return {};
}

/// The rule and the row are template arguments, so that a compiler names them where it refuses a table.
template <Rule rule, std::size_t row>
struct TableKeeps {
  static_assert(rule == Rule::none, "a row of this table (counted from 0) breaks this rule");
  static constexpr bool value = true;
};

template <Fault fault>
inline constexpr bool well_formed = TableKeeps<fault.rule, fault.row>::value;

}  // namespace sonde
