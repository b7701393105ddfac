// From a map to findings, with trials measured by the caller.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "links/trial_findings.hpp"

namespace sonde::links {

/// A pair that is to be measured while all others wait.
struct LonePair {
  int from = 0, to = 0;
  LinkQuantity quantity = LinkQuantity::bandwidth;
};

/// Seconds by which the step of the timer leaves one time open, either way.
struct TimerOpen {
  double latency = 0, message = 0;
};

/// The seconds of each pair; a shorter list where the time budget ends before.
using MeasureAlone = std::function<std::vector<double>(std::span<const LonePair>)>;

/// What looks slow in the map, first looked at again (six trials, of which the middle one counts, drop what
/// was a hiccup, and of two directions the one that is not slow), then tried until a sign test can tell.
/// Trials of the verdicts are independent of those that chose them.
[[nodiscard]] std::vector<TrialFinding> investigate(const Map& map, const Blocks& blocks, double threshold,
                                                    const MeasureAlone& measure, TimerOpen open = {});

}  // namespace sonde::links
