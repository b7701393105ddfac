// Fits the overlap model of multi-mode PingPong to measured times: raw bandwidth, effective latency, chunk.
#pragma once
#include <span>

#include "base/result.hpp"
#include "model/fitted.hpp"
#include "model/overlap_general.hpp"
#include "model/samples.hpp"

namespace sonde::model {

/// Different lengths a fit needs.
constexpr std::size_t fewest_overlap_lengths = 6;

struct OverlapFitOptions {
  double from = 0;  ///< smallest length that belongs to the model, bytes; 0: find the change of transfer mode
  LinkPhase phase = LinkPhase::locked;
  LatencyRule rule = LatencyRule::paper;
};

/// Fits samples of one number of pairs (lengths above 0; sigma set). Locked processes: for a fixed chunk
/// C the model is linear in 1 / B_r and T_l, so C is scanned on a logarithmic grid and refined (variable
/// projection), no starting values. One chunk for all k: two levels of chunks show in the closed form only
/// through their sum. The other phases have no chunk; there the latency in bytes, T_l B_r, is scanned.
///
/// Intervals are 95 %: C by its profile (F test), B_r and T_l from the linearised problem. The curve and the
/// points are aggregate bandwidths, bytes per second. The error starts with "not identifiable" and says why:
/// too few lengths, all below the chunk, all far above it, no variation that tells the parameters apart, or
/// times that the form misses by more than 15 %; beyond 8 % a note says how far off the form is.
[[nodiscard]] Result<FittedCurve> fit_overlap(std::span<const Sample> samples,
                                              const OverlapFitOptions& options = {});

/// Of samples in ascending length, the smallest one that belongs to the overlap model: below it the library
/// sends in another way. A straight line below plus the model above must beat the model alone by 10 in AICc;
/// 0 where there is no such change.
[[nodiscard]] double find_mode_change(std::span<const Sample> all, const OverlapFitOptions& options = {});

}  // namespace sonde::model
