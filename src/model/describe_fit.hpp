// A fit for people: formula, parameters with units and intervals, quality, notes, residuals.
#pragma once
#include <string>

#include "model/fitted.hpp"

namespace sonde::model {

/// A value with its unit as a person writes it: "12.3 us", "1.001 GB/s" (10^9), "64 KiB", "3.5". Four digits.
[[nodiscard]] std::string with_unit(double value, const std::string& unit);

/// "AICc -12.3"; in words where there are too few points for one.
[[nodiscard]] std::string aicc_text(const Quality& quality);

/// Several lines, of the fit as_stated(); `residuals` adds the table of points. Ends with a newline.
[[nodiscard]] std::string describe(const FittedCurve& fit, bool residuals = true);

}  // namespace sonde::model
