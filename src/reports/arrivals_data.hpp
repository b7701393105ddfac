// What the page's script gets of processes that came late (-arrival): bars of a benchmark's patterns.
#pragma once
#include <cstddef>
#include <span>
#include <string>

#include "record/record.hpp"

namespace sonde::reports {

/// A list of cards as JSON, one for each run, or side, and case with several patterns: `lengths`, each with
/// the time without delays and, of each pattern, median and interval of `last` and `total` in seconds, null
/// where there is none. `base_runs`: how many runs the first of two sides has, whose runs become one; 0:
/// there are no sides.
[[nodiscard]] std::string arrivals_data(std::span<const record::Run> runs, std::size_t base_runs);

}  // namespace sonde::reports
