// Checks of the numbers on a command line. CLI11's own take what C takes, hexadecimal numbers too, and know
// no units.
#pragma once
#include <CLI/CLI.hpp>
#include <string>

#include "base/result.hpp"

namespace sonde::app {

/// What is wrong with a number, for CLI::Option::check; empty where nothing is.
[[nodiscard]] std::string more_than_zero(const std::string& text);
/// The same of a time that may be 0, microseconds.
[[nodiscard]] std::string duration(const std::string& text);

/// Adds --peak, the rate of a link in bytes per second, in percent of which others are shown.
CLI::Option* add_peak(CLI::App& command, double& peak, const std::string& help);

/// 0 stands for none; an error says what would be right.
[[nodiscard]] Result<void> check_peak(double peak);

}  // namespace sonde::app
