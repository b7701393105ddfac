// A comparison as a person or a program reads it.
#pragma once
#include <string>

#include "analysis/comparison.hpp"

namespace sonde::pages {

/// The table for a person, with the notes above it.
[[nodiscard]] std::string comparison_table(const analysis::Comparison& comparison);

/// One JSON object; docs/user/compare.md names its keys.
[[nodiscard]] std::string comparison_json(const analysis::Comparison& comparison);

}  // namespace sonde::pages
