// The text tables of the measuring programs, in the grid that scripts have read for twenty years: every
// column 13 wide and right-justified, nothing ever inserted between the standard ones. Pure: every function
// returns text that ends with a newline, or nothing.
#pragma once
#include <string>

#include "plan/plan.hpp"
#include "record/record.hpp"

namespace sonde::tables {

/// The opening of a section: an empty line, the benchmark, its processes, groups or map rows, the waiting
/// ranks, the mode, and the header of the table. More than 1024 ranks or groups are shown as the first 512,
/// `...`, the last 512. Of a section that cannot run: an empty line and `# !! <refusal> !!`.
[[nodiscard]] std::string section_head(const Settings& settings, const Plan& plan, const TableRun& section);

/// What stands before the rows of each message length: an empty line under -multi 1, else nothing.
[[nodiscard]] std::string before_size(const Settings& settings);

/// One row. A case without a result shows its group and length and then the reason; a value the record lacks
/// is `-`.
[[nodiscard]] std::string row(const Settings& settings, const TableRun& section,
                              const record::CaseRecord& result);

}  // namespace sonde::tables
