// Times of day as launchers and collectors of logs write them before a line.
#pragma once
#include <cstddef>
#include <string_view>

namespace sonde::readers {

/// The length of the date, the time or both that begin here, 0 where there is none:
/// "2026-11-26T10:00:00.123Z", "Thu Nov 26 10:00:00 2026", "10:00:00", and seconds with a point, "1.234567".
[[nodiscard]] std::size_t stamp_length(std::string_view text);

}  // namespace sonde::readers
