// Which guidelines a library keeps, as a person or a program reads it.
#pragma once
#include <string>

#include "analysis/guidelines.hpp"

namespace sonde::reports {

enum class GuidelineRows { of_interest, all };

/// The sentence, what is violated, the notes, and a line for each guideline and case, the largest violation
/// first. Of interest is what is violated, or open with a ratio beyond the tolerance; the others are counted.
[[nodiscard]] std::string guidelines_table(const analysis::GuidelineCheck& check, GuidelineRows rows);

/// The same in Markdown.
[[nodiscard]] std::string guidelines_markdown(const analysis::GuidelineCheck& check, GuidelineRows rows);

/// One JSON object with all rows.
[[nodiscard]] std::string guidelines_json(const analysis::GuidelineCheck& check);

}  // namespace sonde::reports
