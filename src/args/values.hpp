// Values of options: text to number, or a message that says what would be right. Nothing clips, wraps or is
// replaced.
#pragma once
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "args/settings.hpp"
#include "base/result.hpp"

namespace sonde {

/// A whole number of `low` to `high`; no sign but '-', nothing before or after it.
[[nodiscard]] Result<std::int64_t> whole_number(std::string_view text, std::int64_t low,
                                                std::int64_t high = std::numeric_limits<std::int64_t>::max());

/// A finite decimal number above 0 and at most `high`.
[[nodiscard]] Result<double> positive_number(std::string_view text, double high);

/// on yes true enable 1, off no false disable 0, in any case.
[[nodiscard]] Result<bool> truth(std::string_view text);

/// Seconds: a positive number with an optional unit s, m or h; at most `high` seconds.
[[nodiscard]] Result<double> duration(std::string_view text, double high);

/// A percentage such as 2% as a fraction (0.02), above 0 and below 1.
[[nodiscard]] Result<double> percentage(std::string_view text);

[[nodiscard]] Result<Grid> grid(std::string_view text);                      ///< PxQ
[[nodiscard]] Result<std::pair<int, int>> log_range(std::string_view text);  ///< [min:]max
[[nodiscard]] Result<Iterations> iterations(std::string_view text,
                                            const Iterations& defaults);  ///< n[,vol[,n]]
[[nodiscard]] Result<OffCache> off_cache(std::string_view text);          ///< size[,line] or -1

/// Lengths in bytes separated by commas, in the order given; equal ones are kept.
[[nodiscard]] Result<std::vector<std::int64_t>> length_list(std::string_view text);

}  // namespace sonde
