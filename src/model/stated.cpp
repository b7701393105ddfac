#include "model/stated.hpp"

#include <fmt/format.h>

namespace sonde::model {

FittedCurve as_stated(FittedCurve curve) {
  if (!misses_its_points(curve)) return curve;
  curve.name += fmt::format(": misses its points by {:.0f} %", 100 * curve.quality.relative_rms);
  const auto rates = std::erase_if(curve.parameters, [](const Parameter& p) { return p.unit == "B/s"; });
  if (rates > 0)
    curve.notes.push_back(fmt::format(
        "No bandwidth is stated: that of a form that misses its points by more than {:.0f} % means nothing.",
        100 * largest_residual));
  return curve;
}

}  // namespace sonde::model
