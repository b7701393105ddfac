// Lines of list files: message lengths, benchmark names, settings.
#pragma once
#include <string_view>
#include <vector>

namespace sonde {

struct ListLine {
  int number = 0;  ///< from 1
  std::string_view text;
};

/// The lines that say something: trimmed, without comments (from a '#' at the start of the line or after a
/// blank) and without empty lines. A byte order mark and carriage returns are dropped. Views into `content`.
[[nodiscard]] std::vector<ListLine> content_lines(std::string_view content);

}  // namespace sonde
