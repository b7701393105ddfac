// Where figures come from, as labels and values a person reads.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "record/record.hpp"

namespace sonde::reports {

using Facts = std::vector<std::pair<std::string, std::string>>;

/// Program, library, machine, timer, command line and the like, in the order of reading. What the file does
/// not say is left out.
[[nodiscard]] Facts provenance(const record::Run& run);

}  // namespace sonde::reports
