// Fitted models for the page's script.
#pragma once
#include <string>

#include "report/fitted_models.hpp"

namespace sonde::report {

/// JSON: {"curves": [...], "refused": [...]}. Parameters are text with units; points and curves are numbers
/// in the units the curve names.
[[nodiscard]] std::string fits_data(const FittedModels& models);

}  // namespace sonde::report
