// Command lines without a shell: words, quotes and placeholders.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace sonde::campaign {

using Words = std::vector<std::string>;

/// Splits a line at blanks. 'single quotes' keep everything, "double quotes" keep blanks, and a backslash
/// outside single quotes keeps the next character; nothing else is special: no variables, no wildcards. An
/// open quote or a backslash at the end is an error.
[[nodiscard]] Result<Words> split_words(std::string_view line);

/// What stands for {name}: a word of nothing but {name} becomes all these words (perhaps none); within a
/// longer word they are joined with blanks. {{ and }} stand for braces.
using Values = std::map<std::string, Words, std::less<>>;

/// Replaces the placeholders of a template. An unknown placeholder or a lone brace is an error.
[[nodiscard]] Result<Words> fill(const Words& words, const Values& values);

/// Whether a word can stand in the name of a file: letters, digits, '_', '-' and '.', not a dot first.
[[nodiscard]] bool is_plain_name(std::string_view word);

/// Words as a line that split_words turns into the same words.
[[nodiscard]] std::string join_words(const Words& words);

/// The same to be pasted into a shell, which leaves what stands in 'single quotes' as it is.
[[nodiscard]] std::string shell_line(const Words& words);

}  // namespace sonde::campaign
