#include "base/shell_word.hpp"

namespace sonde {

std::string shell_word(std::string_view word) {
  constexpr std::string_view of_a_shell = " \t\n\r'\"\\$`&|;<>(){}*?[]#~!";
  if (!word.empty() && word.find_first_of(of_a_shell) == std::string_view::npos) return std::string(word);
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string(R"('\'')") : std::string(1, c);
  return out + "'";
}

}  // namespace sonde
