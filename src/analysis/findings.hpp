// What stands out in one or several runs: sentences a person can act on, worst first.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "record/record.hpp"

namespace sonde::analysis {

struct Comparison;

enum class Weight { problem, caution, fact };

/// Where a page shows what a finding is about.
enum class PagePart { figures, links, charts, ranks, provenance, compositions };

struct Finding {
  Weight weight = Weight::fact;
  std::string text;    ///< one or two sentences
  std::string advice;  ///< what to do about it; may be empty
  PagePart place = PagePart::figures;
  bool unusable = false;  ///< no figure of the run says what it seems to say
  std::string subject{};  ///< the benchmark, reason or host to look for in that place; may be empty
  bool reason = true;     ///< for a verdict on the run: false for what is a property of the machine
};

/// Failed and missing cases, defects, runs cut short; falls of the rate and ranks that are often slowest;
/// best times and rates; ranks that share cores and hosts that hold the others up; and, where there are
/// several runs, how each compares with the first (described, not tested). What is equal in several runs is
/// told once.
[[nodiscard]] std::vector<Finding> findings(std::span<const record::Run> runs);

/// Whether a run carries what a verdict on it needs: an interval anywhere, or a map of links that was judged.
[[nodiscard]] bool tells_steadiness(const record::Run& run);

/// Of two sides, `base_runs` runs of the base and then the new ones: the verdicts of their comparison
/// instead, and what stands out in a side as a whole or in its runs. Charts tell the rest.
[[nodiscard]] std::vector<Finding> findings(std::span<const record::Run> runs, std::size_t base_runs,
                                            const Comparison& comparison);

}  // namespace sonde::analysis
