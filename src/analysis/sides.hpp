// Two sides of a comparison, each of several runs, as one thing each.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "record/record.hpp"

namespace sonde::analysis {

/// The runs of each side in one, for what is counted over all cases: the first `base_runs` are the base. Runs
/// that ranks stood elsewhere in are not put together. Named "base (5 runs)"; maps of links are left out.
[[nodiscard]] std::vector<record::Run> pooled_sides(std::span<const record::Run> runs, std::size_t base_runs);

}  // namespace sonde::analysis
