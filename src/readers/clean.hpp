// What terminals and collectors of logs put around the text of a line.
#pragma once
#include <string>
#include <string_view>

namespace sonde::readers {

/// The line as a terminal shows it: without colours, and of what was written over with a carriage return only
/// the last. `room` holds the text where it differs from the line.
[[nodiscard]] std::string_view as_shown(std::string_view line, std::string& room);

/// The text in a line that a collector of logs wrote as an object of JSON (Docker's "log", "MESSAGE" of
/// journalctl, "message", "msg"), in `room`; any other line as it is.
[[nodiscard]] std::string_view as_logged(std::string_view line, std::string& room);

}  // namespace sonde::readers
