// What -pvars has read, as comment lines of text tables.
#pragma once
#include <string>

#include "record/record.hpp"

namespace sonde::record {

/// One line on a row's performance variables, or nothing. No number stands alone between blanks: readers of
/// tables skip it.
[[nodiscard]] std::string variable_lines(const CaseRecord& result);

}  // namespace sonde::record
