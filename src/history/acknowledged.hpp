// What a person has looked at and taken as the new level: a text file beside the records, for version
// control.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace sonde::history {

inline constexpr std::string_view acknowledged_file = "acknowledged.txt";

/// A line of the file: three fields between tabs.
struct Acknowledged {
  std::string night;  ///< the first of the new level
  std::string what;   ///< the name of the case
  std::string text;   ///< why
};

/// Lines that are empty or begin with # are left out; others must have three fields.
[[nodiscard]] Result<std::vector<Acknowledged>> parse_acknowledged(std::string_view content);

/// The file of a directory; none is none.
[[nodiscard]] Result<std::vector<Acknowledged>> read_acknowledged(const std::string& directory);

/// Adds a line at the end of the file, which it makes with the permissions of the directory; never through a
/// symbolic link, and whole or not at all.
[[nodiscard]] Result<void> acknowledge(const std::string& directory, const Acknowledged& line);

}  // namespace sonde::history
