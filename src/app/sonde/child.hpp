// Runs another program without a shell.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace sonde::app {

/// Starts `command` (found in PATH), gives it `input` on standard input and returns what it wrote to standard
/// output. Its standard error is ours. Fails where the program is missing or ends with another status than 0;
/// the message names it. `limit_seconds` bounds the run.
[[nodiscard]] Result<std::string> run_child(const std::vector<std::string>& command, std::string_view input,
                                            int limit_seconds);

}  // namespace sonde::app
