// What was promised and what is kept, as a person or a server reads it.
#pragma once
#include <string>

#include "analysis/limits.hpp"

namespace sonde::reports {

/// The sentence, the notes, and a line for each limit and case, worst first.
[[nodiscard]] std::string limits_table(const analysis::LimitCheck& check);

/// The same in Markdown.
[[nodiscard]] std::string limits_markdown(const analysis::LimitCheck& check);

/// Every line as a test of JUnit's XML: what is broken or missing has failed, what is open is skipped.
[[nodiscard]] std::string limits_junit(const analysis::LimitCheck& check);

}  // namespace sonde::reports
