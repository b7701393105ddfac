// How runs differ, in sentences: each run from the first one, or one side from the other.
#pragma once
#include <span>
#include <vector>

#include "analysis/comparison.hpp"
#include "analysis/findings.hpp"

namespace sonde::analysis {

/// One finding for each run but the first: common cases, geometric mean of the ratios of the number that
/// sonde compare would take (which the sentence names), and the cases that changed most. A description of the
/// figures at hand, not a test.
[[nodiscard]] std::vector<Finding> comparison_findings(std::span<const record::Run> runs);

/// The verdicts of a comparison: how many of which, then what is failed, worse or better, may be so, or
/// stands on one side alone, neighbours together; then what a reader must know. Nothing but what the
/// comparison says.
[[nodiscard]] std::vector<Finding> comparison_findings(const Comparison& comparison);

}  // namespace sonde::analysis
