// What a table that a program printed shows of a case, beside the record of the case.
#pragma once
#include <string>
#include <vector>

#include "record/record.hpp"

namespace sonde::campaign {

/// A number of a column that the record has, too, in the unit of the table.
struct PrintedNumber {
  std::string column;  ///< its head: "t_ovrl[usec]"
  double printed = 0, recorded = 0;
  int decimals = 2;  ///< that tables show

  /// To the digits printed.
  [[nodiscard]] bool agrees() const;
};

/// Of a case as it was read from the table and from the record, the numbers that both have: times, overlap,
/// rates, medians (-stats), tails, arrivals, ratios. Not those that a table has no column for, and rates only
/// where both count them in the same `megabyte`.
[[nodiscard]] std::vector<PrintedNumber> numbers_of_both(const record::CaseRecord& printed,
                                                         const record::CaseRecord& recorded,
                                                         bool same_megabyte = true);

}  // namespace sonde::campaign
