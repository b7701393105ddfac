// Pieces of man pages.
#pragma once
#include <string>
#include <string_view>

namespace sonde {

/// Text in which nothing is a troff command: backslashes and dashes escaped, no leading dot or quote.
[[nodiscard]] std::string troff(std::string_view text);

/// The first lines of a page of section 1: title, name and what it is for.
[[nodiscard]] std::string man_head(std::string_view name, std::string_view purpose);

}  // namespace sonde
