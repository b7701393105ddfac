// What the page's script gets of compositions that were measured beside the calls they stand for.
#pragma once
#include <span>
#include <string>

#include "analysis/report.hpp"

namespace sonde::reports {

/// A list as JSON, one part for each side that has any: what is cheaper, in sentences, and a grid for each
/// set of processes with a row for each composition and a cell, or null, for each length.
[[nodiscard]] std::string guideline_data(std::span<const analysis::GuidelinesOfSide> guidelines);

}  // namespace sonde::reports
