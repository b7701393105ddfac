// The cases of several runs as columns, for the page's script.
#pragma once
#include <span>
#include <string>

#include "record/record.hpp"

namespace sonde::pages {

/// JSON: an object with "names" (strings that columns refer to by position), "size", and one array for each
/// column that holds anything; row i of all arrays is the i-th case over all runs in order. `peak`: bytes per second of
/// a link, or 0.
[[nodiscard]] std::string case_columns(std::span<const record::Run> runs, double peak);

}  // namespace sonde::pages
