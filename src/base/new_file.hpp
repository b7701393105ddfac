// The one way to make a whole file that was not there before.
#pragma once
#include <string>
#include <string_view>

namespace sonde {

/// Makes `path`, which must not exist (no link is followed), with this content, kept by the disk. Returns 0 or an errno;
/// what could not be filled is removed again.
[[nodiscard]] int make_file(const std::string& path, std::string_view content);

}  // namespace sonde
