// The cases of several runs as columns, for the page's script.
#pragma once
#include <span>
#include <string>

#include "analysis/report.hpp"
#include "record/record.hpp"

namespace sonde::reports {

/// JSON: an object with "names" (strings that columns refer to by position), "size", and one array for each
/// column that holds anything; row i of all arrays is the i-th case over all runs in order. `peak`: bytes per
/// second of a link, or 0. `reference`: runs of whose speed each case has a share in percent
/// ("of_reference"), the first of them that measured it.
[[nodiscard]] std::string case_columns(std::span<const record::Run> runs, double peak,
                                       std::span<const record::Run> reference);

/// The same of two sides: each case once a side ("run" is 0 for the base and 1 for the new side), its figures
/// medians over the runs of the side. Their ends (_low, _high) are the interval of a single run, else the
/// least and the greatest run. Times are what the comparison took. Rows of the new side have its ratio and
/// its verdict.
[[nodiscard]] std::string side_columns(std::span<const record::Run> runs, const analysis::TwoSides& sides,
                                       double peak);

}  // namespace sonde::reports
