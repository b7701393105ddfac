// A fit as text: one that misses its points says so first, and states no bandwidth and no
// interval.
#pragma once
#include "model/fitted.hpp"

namespace sonde::model {

/// A fit misses its points where its residuals are larger than this share of them (root mean square).
inline constexpr double largest_residual = 0.15;

[[nodiscard]] inline bool misses_its_points(const FittedCurve& curve) {
  return curve.quality.relative_rms > largest_residual;
}

/// The same curve; one that misses its points has that in its name, no parameter in bytes per second, no gap
/// per byte of LogGP, no n_1/2, no interval, and a note why.
[[nodiscard]] FittedCurve as_stated(FittedCurve curve);

}  // namespace sonde::model
