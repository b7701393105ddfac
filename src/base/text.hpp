// Small helpers for text: case, trimming, splitting, and the nearest known word to a misspelt one.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

[[nodiscard]] std::string lower(std::string_view text);
[[nodiscard]] bool same_word(std::string_view a, std::string_view b);  ///< equal but for ASCII case
[[nodiscard]] std::string_view trim(std::string_view text);
/// The parts of `text` between separators; empty parts are kept. An empty text has one empty part.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
/// The known word with the smallest edit distance (ignoring case), or "" where none is near: more than a
/// third of the letters would have to change.
[[nodiscard]] std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

}  // namespace sonde
