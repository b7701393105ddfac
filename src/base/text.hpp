// Small helpers for text: case, trimming, splitting, the nearest known word to a misspelt one, and text of
// unknown origin made fit to be shown.
#pragma once
#include <charconv>
#include <compare>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

[[nodiscard]] std::string lower(std::string_view text);
[[nodiscard]] bool same_word(std::string_view a, std::string_view b);  ///< equal but for ASCII case
/// The order of words but for ASCII case.
[[nodiscard]] std::weak_ordering compare_words(std::string_view a, std::string_view b);
[[nodiscard]] std::string_view trim(std::string_view text);
[[nodiscard]] bool contains(std::string_view text, std::string_view part);
[[nodiscard]] std::string_view first_line(std::string_view text);  ///< without its end
/// The parts of `text` between separators; empty parts are kept. An empty text has one empty part.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
/// The parts of `text` between blanks, none of them empty.
[[nodiscard]] std::vector<std::string_view> words_in(std::string_view text,
                                                     std::string_view blanks = " \t\r\v\f");
/// The known word with the smallest edit distance (ignoring case), or "" where none is near: more than a
/// third of the letters would have to change.
[[nodiscard]] std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

/// The length of the well-formed UTF-8 sequence that starts at `at`, 0 where there is none (RFC 3629: no
/// overlong forms, no surrogates, nothing above U+10FFFF).
[[nodiscard]] std::size_t utf8_length(std::string_view text, std::size_t at);

/// Text of unknown origin on one line of a terminal: a blank for each control character (ASCII and U+0080 to
/// U+009F), for separators of lines and for marks that turn the direction of writing; '?' for each byte that
/// is not UTF-8.
[[nodiscard]] std::string printable(std::string_view text);
/// The same, cut to at most `most` bytes, the last three of them "..." where something is left out.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most);
/// 'text' to stand in a message, shortened.
[[nodiscard]] std::string quoted(std::string_view text, std::size_t most = 80);

/// A word as one would write it in a shell: as it stands where a shell does nothing with it, else in 'single
/// quotes', which leave all as it is.
[[nodiscard]] std::string shell_word(std::string_view word);

/// "1 case", "3 cases", "2 processes": a number, as it is written, with its noun.
[[nodiscard]] std::string with_noun(std::string number, std::string_view noun);
template <class Number>
[[nodiscard]] std::string counted(Number number, std::string_view noun) {
  return with_noun(std::to_string(number), noun);
}

/// "a, b, ...": the first `most` of them.
[[nodiscard]] std::string listed(std::span<const std::string> items, std::size_t most = 40,
                                 std::string_view separator = ", ");

/// The whole of `word` as a number; no value where it is something else or does not fit.
template <class Number>
[[nodiscard]] std::optional<Number> number_of(std::string_view word) {
  Number value{};
  const char* end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data(), end, value);
  if (error != std::errc{} || rest != end || word.empty()) return std::nullopt;
  return value;
}

}  // namespace sonde
