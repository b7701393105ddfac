// What stands below the row of a case that tells memory.
#pragma once
#include <string>

#include "record/record.hpp"

namespace sonde::record {

/// Comment lines: a small table, a line for each point, in MiB (2^20). Nothing where the case tells no
/// memory.
[[nodiscard]] std::string memory_lines(const CaseRecord& result);

}  // namespace sonde::record
