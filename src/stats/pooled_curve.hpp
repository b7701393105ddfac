// Single calls of several launches or sides as one curve.
#pragma once
#include <span>
#include <vector>

#include "stats/histogram.hpp"

namespace sonde::stats {

/// From these seconds to those of the next step, this share of the calls took so long or longer.
struct CurveStep {
  double seconds = 0, share = 0;
};

/// All calls of these curves, none of which is empty: from a share of 1 down to 0, in at most 402 steps.
[[nodiscard]] std::vector<CurveStep> pooled_curve(std::span<const TailCurve* const> curves);

}  // namespace sonde::stats
