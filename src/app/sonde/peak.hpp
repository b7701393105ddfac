// The rate of a link, in percent of which others are shown.
#pragma once
#include <CLI/CLI.hpp>
#include <string>

#include "base/result.hpp"

namespace sonde::app {

/// Adds --peak, bytes per second.
CLI::Option* add_peak(CLI::App& command, double& peak, const std::string& help);

/// 0 stands for none; an error says what would be right.
[[nodiscard]] Result<void> check_peak(double peak);

}  // namespace sonde::app
