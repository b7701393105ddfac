#include "args/troff.hpp"

#include <fmt/format.h>

#include "base/version.hpp"

namespace sonde {

std::string troff(std::string_view text) {
  std::string out = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '^')
      out += "\\(ha";
    else
      out += c;
  }
  return out;
}

std::string man_head(std::string_view name, std::string_view purpose) {
  return fmt::format(
      ".TH {0} 1 \"\" \"Sonde {1}\" \"User Commands\"\n"
      ".SH NAME\n{0} \\- {2}\n",
      troff(name), version, troff(purpose));
}

}  // namespace sonde
