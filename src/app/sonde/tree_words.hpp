// The command line of `sonde` as man pages and completion see it.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "args/known_words.hpp"

namespace sonde::app {

/// A command with all below it.
[[nodiscard]] CommandWords tree_words(const CLI::App& command);

/// Its options, or its arguments, as they were declared.
[[nodiscard]] std::vector<const CLI::Option*> declared_options(const CLI::App& command);
[[nodiscard]] std::vector<const CLI::Option*> declared_arguments(const CLI::App& command);
/// The commands right below.
[[nodiscard]] std::vector<const CLI::App*> commands_below(const CLI::App& command);

/// "-o", "--output"
[[nodiscard]] std::vector<std::string> names_with_dashes(const CLI::Option& option);
/// What stands for its value, and how it is completed.
[[nodiscard]] ValueWords value_words(const CLI::Option& option);
[[nodiscard]] bool takes_value(const CLI::Option& option);

}  // namespace sonde::app
