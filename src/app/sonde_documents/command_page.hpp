// Man pages of the commands of `sonde`.
#pragma once
#include <CLI/CLI.hpp>
#include <span>
#include <string>

namespace sonde::app {

/// The page of a command, troff. `path`: from the root down to the command. Throws where the manual does not
/// describe it.
[[nodiscard]] std::string command_page(std::span<const CLI::App* const> path);

/// "sonde-history-check"
[[nodiscard]] std::string page_name(std::span<const CLI::App* const> path);

}  // namespace sonde::app
