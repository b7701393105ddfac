// How runs differ from the first one, in sentences.
#pragma once
#include <span>
#include <vector>

#include "analysis/findings.hpp"

namespace sonde::analysis {

/// One finding for each run but the first: common cases, geometric mean of the ratios of their times, and the
/// cases that changed most. A description of the figures at hand, not a test.
[[nodiscard]] std::vector<Finding> comparison_findings(std::span<const record::Run> runs);

}  // namespace sonde::analysis
