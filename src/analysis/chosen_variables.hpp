// Variables of the environment that steer MPI because a user has set them.
#pragma once
#include <string>
#include <string_view>

#include "record/record.hpp"

namespace sonde::analysis {

/// Whether a variable is one of those; launchers set others, anew for each launch.
[[nodiscard]] bool is_chosen_variable(std::string_view name);

/// What a run says about it: its value, "empty", "not set", or "" where that is unknown.
[[nodiscard]] std::string chosen_variable(const record::Header& header, const std::string& name);

}  // namespace sonde::analysis
