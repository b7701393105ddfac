// What is wrong with a command line of `sonde`, in one sentence.
#pragma once
#include <CLI/CLI.hpp>
#include <span>
#include <string>

namespace sonde::app {

/// What is wrong with `line`, and whose help says what would be right: an option that is unknown or has no
/// value goes before an argument that is missing.
[[nodiscard]] std::string complaint(const CLI::App& root, const CLI::ParseError& wrong,
                                    std::span<char*> line);

}  // namespace sonde::app
