#include "campaign/printed_numbers.hpp"

#include <cmath>
#include <limits>
#include <string_view>

#include "base/text.hpp"
#include "base/units.hpp"
#include "tables/columns.hpp"

namespace sonde::campaign {

namespace {

using record::CaseRecord;
using tables::Column;

constexpr double printed_fraction = 1e-4;

/// A column that has no field of its own: its reader keeps "p50[usec]" as p50_s in seconds.
double printed_under(const CaseRecord& printed, std::string_view head) {
  constexpr std::string_view unit = "[usec]";
  const bool time = head.ends_with(unit);
  std::string kept(head.substr(0, head.size() - (time ? unit.size() : 0)));
  const auto found = printed.extra.find(time ? kept + "_s" : kept);
  if (found == printed.extra.end()) return std::numeric_limits<double>::quiet_NaN();
  return time ? found->second / micro : found->second;
}

double printed_number(Column column, const CaseRecord& printed) {
  const double kept = printed_under(printed, tables::token(column));
  return std::isfinite(kept) ? kept : tables::number(column, printed).value;
}

/// Whether a table with the numbers of `printed` has the column: one of times, or three.
bool has_column(Column column, const CaseRecord& printed) {
  const bool one_time = printed.times && printed.times->min == printed.times->max;
  switch (column) {
    case Column::group:
    case Column::bytes:
    case Column::repetitions:
    case Column::progress:  // kept as the overlap
      return false;
    case Column::time:
      return one_time;
    case Column::time_min:
    case Column::time_max:
    case Column::time_avg:
      return !one_time;
    default:
      return true;
  }
}

}  // namespace

bool PrintedNumber::agrees() const {
  const double half_a_digit = 0.501 * std::pow(10, -decimals);
  return std::abs(printed - recorded) <= half_a_digit + printed_fraction * std::abs(recorded);
}

std::vector<PrintedNumber> numbers_of_both(const CaseRecord& printed, const CaseRecord& recorded,
                                           bool same_megabyte) {
  std::vector<PrintedNumber> both;
  for (int i = 0; i < tables::column_count; ++i) {
    const auto column = static_cast<Column>(i);
    if (!has_column(column, printed) || (column == Column::rate && !same_megabyte)) continue;
    const double there = printed_number(column, printed);
    const auto [here, decimals] = tables::number(column, recorded);
    if (std::isfinite(there) && std::isfinite(here))
      both.push_back({std::string(trim(tables::token(column))), there, here, decimals});
  }
  return both;
}

}  // namespace sonde::campaign
