// What the reader of files says of a text that it refuses.
#pragma once
#include <string>

#include "readers/read.hpp"

namespace sonde::readers {

/// What stands behind the reason where the first line that looks like a row is this one and no row is taken.
inline std::string of_first_row(const std::string& line) {
  return ": this is the first line that looks like a row, and none can be read: '" + line + "'";
}

/// The message of the error; nothing where the text is taken.
inline std::string complaint(const std::string& text, const std::string& source = "t") {
  const auto run = read_text(text, source);
  return run ? "" : run.error().message;
}

}  // namespace sonde::readers
