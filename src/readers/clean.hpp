// Escape sequences for terminals within a line of a log.
#pragma once
#include <string>
#include <string_view>

namespace sonde::readers {

/// The line as a terminal shows it: without colours, and of what was written over with a carriage return only
/// the last. `room` holds the text where it differs from the line.
[[nodiscard]] std::string_view as_shown(std::string_view line, std::string& room);

}  // namespace sonde::readers
