// What stands out in one or several runs: sentences a person can act on, worst first.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "record/record.hpp"

namespace sonde::analysis {

enum class Weight { problem, caution, fact };

struct Finding {
  Weight weight = Weight::fact;
  std::string text;    ///< one or two sentences
  std::string advice;  ///< what to do about it; may be empty
};

/// Failed and missing cases, defects, runs cut short; falls of the rate and ranks that are often slowest;
/// best times and rates; and, where there are several runs, how each compares with the first (described, not
/// tested).
[[nodiscard]] std::vector<Finding> findings(std::span<const record::Run> runs);

}  // namespace sonde::analysis
