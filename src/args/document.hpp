// Texts made from the option table: help, version, list of benchmarks, options page, man page.
#pragma once
#include <span>
#include <string>

#include "args/option_table.hpp"
#include "args/parse.hpp"

namespace sonde {

[[nodiscard]] std::string help_text(const Program& program);
[[nodiscard]] std::string help_text(const Program& program, const Option& option);  ///< of one flag
[[nodiscard]] std::string version_text(const Program& program);
/// Names and one line each.
[[nodiscard]] std::string list_text(const Program& program);

/// The page of the user's documentation: each flag once, with the programs that have it and their defaults.
[[nodiscard]] std::string options_markdown(std::span<const Program> programs);
[[nodiscard]] std::string man_page(const Program& program);  ///< troff, section 1

}  // namespace sonde
