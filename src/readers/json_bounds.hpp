// How much a line of JSON may hold.
#pragma once
#include <string_view>

#include "base/result.hpp"

namespace sonde::readers {

/// An error where the values of the line are nested deeper than any record's, or where there are so many of them that
/// a tree of them would need many times the memory of the line.
[[nodiscard]] Result<void> check_bounds(std::string_view line);

}  // namespace sonde::readers
