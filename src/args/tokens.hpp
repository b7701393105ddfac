// From arguments to options with values: spelling, arity and place of a flag, nothing about its meaning.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "args/option_table.hpp"

namespace sonde {

struct Given {
  const Option* option = nullptr;  ///< null: `value` holds benchmark names
  std::string value;
  std::string where;  ///< empty: the command line; else "'file' line 3"

  /// Whether it is this flag; without its dash.
  [[nodiscard]] bool is(std::string_view flag) const { return option != nullptr && option->name == flag; }
};

/// Whether the flag is among those that were given; without its dash.
[[nodiscard]] bool has(std::span<const Given> given, std::string_view flag);

/// Flags may be written -flag VALUE, --flag VALUE, -flag=VALUE. A value may begin with a dash, unless it is
/// itself a flag.
[[nodiscard]] Result<std::vector<Given>> tokenise(const Program& program,
                                                  std::span<const std::string> arguments);

/// The flags of a settings file: a line holds a flag, with or without its dash, and its value after blanks.
[[nodiscard]] Result<std::vector<Given>> tokenise_file(const Program& program, const std::string& path,
                                                       const std::string& content);

/// The option that an argument such as -npmin, --npmin or -npmin=2 names; null for anything else.
[[nodiscard]] const Option* named_option(std::string_view argument);

}  // namespace sonde
