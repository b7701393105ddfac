// -arrival as one writes it.
#pragma once
#include <string>

#include "catalog/arrival.hpp"

namespace sonde {

/// "last:2", as -arrival takes it; for the name of a file stands a number that tells its content from others.
[[nodiscard]] std::string text_of(const Arrival& arrival);

}  // namespace sonde
