// A file of limits: TOML, a table [[limit]] each.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "analysis/limits.hpp"
#include "base/result.hpp"

namespace sonde::analysis {

/// One limit or more. An error names the file, the line and the row, and says what would be right.
[[nodiscard]] Result<std::vector<Limit>> read_limits(const std::string& path);

/// The same from text; `path` stands in messages.
[[nodiscard]] Result<std::vector<Limit>> parse_limits(const std::string& text, const std::string& path);

/// What parse_limits reads as `limits`; `head` is a comment above them, a line each.
[[nodiscard]] std::string limits_file(std::span<const Limit> limits, std::span<const std::string> head);

/// "2.5 us", "45.1 GB/s": a value in the unit of a quantity, with up to `digits` digits.
[[nodiscard]] std::string limited_value(double value, Limited quantity, int digits = 4);

}  // namespace sonde::analysis
