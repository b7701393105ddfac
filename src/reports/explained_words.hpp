// Words of tables, pages and messages beside those that judge a number: heads, states, modes and units.
#pragma once
#include <span>

#include "reports/explanations.hpp"

namespace sonde::reports {

[[nodiscard]] std::span<const Explanation> explained_words();

}  // namespace sonde::reports
