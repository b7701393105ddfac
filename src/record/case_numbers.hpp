// Numbers of a case that few runs have, by name: columns of a CSV and of `sonde show`. Names in _s are
// seconds.
#pragma once
#include <span>
#include <string_view>

#include "record/record.hpp"

namespace sonde::record {

struct CaseNumber {
  std::string_view name;
  double (*of)(const CaseRecord&);  ///< not a number where the case has none
};

/// Those that come with one kind of measurement.
struct CaseNumbers {
  std::string_view setting;  ///< what asks for it; empty: rows of guidelines, by their name
  bool (*has)(const CaseRecord&);
  std::span<const CaseNumber> numbers;
};

/// -tails, -arrival, rows of guidelines, -load.
[[nodiscard]] std::span<const CaseNumbers> case_numbers();

/// Of any of these names, or of a column of a foreign table; not a number where the case has none.
[[nodiscard]] double number_of(const CaseRecord& record, std::string_view name);

}  // namespace sonde::record
