// The conventions that differ between generations of these suites, as this run follows them.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "args/settings.hpp"

namespace sonde {

/// "IMB 3.2": whose conventions a run follows as a whole, unless single flags say otherwise.
[[nodiscard]] std::string_view conventions_name(const Settings& settings);

/// Name and value of each convention in force, for the head of the tables and for the record's header
/// (`conventions_in_force`), so that a table can be read ten years later. A reading of
/// the canonical list of settings, in words.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> conventions_in_force(const Settings& settings);

}  // namespace sonde
