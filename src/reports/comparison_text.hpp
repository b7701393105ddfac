// A comparison as a person or a program reads it.
#pragma once
#include <string>

#include "analysis/comparison.hpp"

namespace sonde::reports {

/// What the columns of the two sides are called.
struct SideNames {
  std::string base = "base", fresh = "new";
};

/// The table for a person, with the notes above it.
[[nodiscard]] std::string comparison_table(const analysis::Comparison& comparison,
                                           const SideNames& names = {});

/// What changed alone, neighbouring cases with one verdict on one line, with the notes above it.
[[nodiscard]] std::string comparison_changes(const analysis::Comparison& comparison);

/// The same for a comment on a change: a sentence, a table in Markdown of at most 50 lines, the notes.
[[nodiscard]] std::string comparison_markdown(const analysis::Comparison& comparison);

/// Every case as a test of JUnit's XML: what is worse or failed has failed, what one side lacks is skipped.
[[nodiscard]] std::string comparison_junit(const analysis::Comparison& comparison);

/// One JSON object; docs/user/compare.md names its keys.
[[nodiscard]] std::string comparison_json(const analysis::Comparison& comparison);

}  // namespace sonde::reports
