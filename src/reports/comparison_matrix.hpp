// A comparison at one glance: a row a benchmark and number of processes, a column a length, a cell a case.
#pragma once
#include <string>

#include "analysis/comparison.hpp"

namespace sonde::reports {

/// As a table of Markdown with its legend; cells are times of new over base. At most 50 rows: the last line
/// says how many more there are. Numbers that stand beside the one of their case (ComparedCase::leading) are
/// left out.
[[nodiscard]] std::string comparison_matrix(const analysis::Comparison& comparison);

}  // namespace sonde::reports
