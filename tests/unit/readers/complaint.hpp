// What the reader of files says of a text that it refuses.
#pragma once
#include <string>

#include "readers/read.hpp"

namespace sonde::readers {

/// The message of the error; nothing where the text is taken.
inline std::string complaint(const std::string& text, const std::string& source = "t") {
  const auto run = read_text(text, source);
  return run ? "" : run.error().message;
}

}  // namespace sonde::readers
