// The one way to make a whole file, or to put one in the place of another.
#pragma once
#include <string>
#include <string_view>

namespace sonde {

/// Makes `path`, which must not exist (no link is followed), with this content, kept by the disk. Returns 0 or an errno;
/// what could not be filled is removed again.
[[nodiscard]] int make_file(const std::string& path, std::string_view content);

/// Puts a file with this content in the place of `path`, which stays as it was until the new one is whole. `draft`, in the
/// same folder, must not exist; it never stays. Returns 0 or an errno.
[[nodiscard]] int replace_file(const std::string& path, const std::string& draft, std::string_view content);

}  // namespace sonde
