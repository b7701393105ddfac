// Message lengths at which a collective changes its protocol or its algorithm, for all numbers of processes
// alike.
#pragma once
#include <span>
#include <vector>

#include "model/samples.hpp"

namespace sonde::model {

/// First lengths of up to 4 segments, of at least 4 different lengths each, in which the times of each
/// process count lie on a line of their own (whatever the terms in P are, the time is a line in x for each
/// P): ascending, the least length first; -1 counts as 0. The residuals of all process counts are added and
/// count as those of one series, so that deviations in common count once: number of segments by AICc with the
/// penalty of partition.hpp. Samples in any order, at least one.
[[nodiscard]] std::vector<double> length_segments(std::span<const Sample> samples);

}  // namespace sonde::model
