// What a reader sees of an overlap fit: formula, points, curve and notes.
#pragma once
#include <span>

#include "model/fitted.hpp"
#include "model/overlap_general.hpp"
#include "model/samples.hpp"

namespace sonde::model {

/// Name, formula, axes, points, curve, quality and notes of `model` against the samples it was fitted to
/// (ascending lengths, sigma set); the parameters are the caller's. Points and curve are aggregate
/// bandwidths in bytes per second; AICc belongs to the times, R^2 and the relative residual to the
/// bandwidths.
[[nodiscard]] FittedCurve overlap_figures(std::span<const Sample> samples, const PairModel& model,
                                          LinkPhase phase);

}  // namespace sonde::model
