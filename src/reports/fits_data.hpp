// Fitted models for the page's script.
#pragma once
#include <string>

#include "analysis/fitted_models.hpp"

namespace sonde::reports {

/// JSON: {"curves": [...], "refused": [...]}. Parameters are text with units; a point is [x, measured,
/// fitted, half of its 95 % interval or 0, series], a point of a curve [x, y, series], in the units the curve
/// names.
[[nodiscard]] std::string fits_data(const analysis::FittedModels& models);

}  // namespace sonde::reports
