// What stands as comment lines below a row: memory, and what -pvars has read.
#pragma once
#include <string>

#include "record/record.hpp"

namespace sonde::tables {

/// Of a case that tells memory a small table, a line for each point, in MiB (2^20). Nothing where the case
/// tells no memory.
[[nodiscard]] std::string memory_lines(const record::CaseRecord& result);

/// One line on a row's performance variables, or nothing. No number stands alone between blanks: readers of
/// tables skip it.
[[nodiscard]] std::string variable_lines(const record::CaseRecord& result);

}  // namespace sonde::tables
