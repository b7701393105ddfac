// The truth of a history: a directory of immutable records, one file a launch, grouped to nights by their
// names alone.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "record/record.hpp"

namespace sonde::history {

/// Minutes since 1970 in UTC of "2025-11-22T03:00:12+01:00" (ISO 8601 with a zone; seconds may be missing).
[[nodiscard]] Result<std::int64_t> minutes_of(std::string_view time);
/// "2025-11-22T03:00Z".
[[nodiscard]] std::string minute_text(std::int64_t minutes);

/// A run as it is kept: JSON lines.
[[nodiscard]] std::string content_of(const record::Run& run);

/// "2025-11-22T03:00Z-0123456789abcdef.json": when the launch began, and a digest of its content.
[[nodiscard]] std::string file_name(std::int64_t minutes, std::string_view content);

enum class Added { fresh, there_already };

/// Writes the file whole or not at all; never over another one, and through no symbolic link.
[[nodiscard]] Result<Added> add_file(const std::string& directory, const std::string& name,
                                     std::string_view content);

/// Launches that belong together.
struct Night {
  std::string name;  ///< the day it began in UTC; ".2" follows where that day began another one before
  std::vector<std::string> files;  ///< names in the directory, in order of time
};

/// A launch belongs to the night of the one before it where it began at most so many minutes later.
inline constexpr std::int64_t longest_pause = std::int64_t{6} * 60;
/// No night goes on for longer, from its first launch to its last.
inline constexpr std::int64_t longest_night = std::int64_t{18} * 60;

/// The nights of files of these names; other names are left out.
[[nodiscard]] std::vector<Night> nights_of(std::span<const std::string> names);

/// The nights of a directory; an error where it cannot be read, holds no record, or a record is a symbolic
/// link.
[[nodiscard]] Result<std::vector<Night>> read_nights(const std::string& directory);

/// The one run of a file of the directory.
[[nodiscard]] Result<record::Run> read_launch(const std::string& directory, const std::string& name);

/// The same of several files without their cases: what follows a header is not looked at.
[[nodiscard]] Result<std::vector<record::Run>> read_headers(const std::string& directory,
                                                            std::span<const std::string> names);

}  // namespace sonde::history
