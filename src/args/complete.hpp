// What can stand where the cursor is: a program answers `PROGRAM --complete WORDS...` for the files in
// packaging/completion, which shells load.
#pragma once
#include <span>
#include <string>

#include "args/known_words.hpp"

namespace sonde {

/// The word before which such a command line stands.
inline constexpr const char* complete_request = "--complete";

/// What can stand in place of the last of `words`, those behind the name of the program: a line for each
/// candidate, with a tabulator and what it means where that is known. A line ":file", ":directory" or
/// ":command" stands for what the shell knows.
[[nodiscard]] std::string candidates(const CommandWords& command, std::span<const std::string> words);

}  // namespace sonde
