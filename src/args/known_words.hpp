// What can stand on a command line: the measuring programs and `sonde` describe theirs so, and answer shells
// from it (args/complete.hpp).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "args/parse.hpp"

namespace sonde {

/// How a value is completed: not at all, by words, by words between commas, by names of files or directories,
/// or as a command line of its own.
enum class Completed { free, words, list, file, directory, command };

struct WordChoice {
  std::string word;
  std::string meaning{};  ///< may be empty
};

/// The value of an option, or an argument.
struct ValueWords {
  std::string name;  ///< what stands for it in texts: FILE
  Completed how = Completed::free;
  std::vector<WordChoice> words{};
  bool many = false;  ///< of arguments: any number of them
};

struct OptionWords {
  std::vector<std::string> names;     ///< with their dashes, as they are offered
  std::vector<std::string> others{};  ///< right as well; offered only once two dashes are there
  std::string help{};
  std::optional<ValueWords> value{};
  bool value_optional = false;
  bool repeatable = false;
};

/// A program or command. Where it has arguments and commands, the arguments stand before the name of the
/// command, and options that take a value only belong to commands without commands.
struct CommandWords {
  std::string name;
  std::string help{};
  std::vector<OptionWords> options{};
  std::vector<ValueWords> arguments{};
  std::vector<CommandWords> commands{};
};

/// Of a measuring program: flags and names of benchmarks.
[[nodiscard]] CommandWords program_words(const Program& program);

}  // namespace sonde
