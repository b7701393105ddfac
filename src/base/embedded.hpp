// A text file that the build put into the program (cmake/embed.cmake).
#pragma once
#include <string_view>

namespace sonde {

struct Embedded {
  std::string_view text;
  std::string_view sha256;  ///< of the text, 64 hexadecimal digits
};

}  // namespace sonde
