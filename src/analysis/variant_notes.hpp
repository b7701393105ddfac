// Cases that one side alone has, since the other side measured them another way: said, so that no reader
// looks for them.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "analysis/comparison.hpp"

namespace sonde::analysis {

/// "not compared: buffers H H in the base, buffers D D on the new side (12 cases)": a line for each pair of
/// labels that tells apart cases of one name and length, the first few of them.
[[nodiscard]] std::vector<std::string> variant_notes(std::span<const ComparedCase> cases);

}  // namespace sonde::analysis
