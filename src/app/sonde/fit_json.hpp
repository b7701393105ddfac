// Fits as JSON for `sonde fit --json`.
#pragma once
#include <span>
#include <string>

#include "base/result.hpp"
#include "model/fitted.hpp"

namespace sonde::app {

/// {"fits": [...]}: one object a fit, with formula, parameters (value, unit, low, high), quality, points,
/// notes; a fit that failed has "name" unknown and its "error". Numbers that are not finite are null. Ends
/// with a newline.
[[nodiscard]] std::string fits_json(std::span<const Result<model::FittedCurve>> fits);

}  // namespace sonde::app
