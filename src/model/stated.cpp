#include "model/stated.hpp"

#include <fmt/format.h>

namespace sonde::model {

namespace {

/// Bytes per second, as LogGP has it its inverse, and the length at which half of it is reached. The factors
/// of other formulas stand in their text.
bool is_of_bandwidth(const FittedParameter& p) {
  return p.unit == "B/s" || (p.unit == "s/B" && p.name.starts_with('G')) || p.name == "n_1/2";
}

}  // namespace

FittedCurve as_stated(FittedCurve curve) {
  if (!misses_its_points(curve)) return curve;
  curve.name += fmt::format(": misses its points by {:.0f} %", 100 * curve.quality.relative_rms);
  const auto rates = std::erase_if(curve.parameters, is_of_bandwidth);
  for (FittedParameter& p : curve.parameters) p.interval.reset();
  curve.notes.push_back(fmt::format(
      "No {}interval is stated: {} a form that misses its points by more than {:.0f} % {} nothing.",
      rates > 0 ? "bandwidth and no " : "", rates > 0 ? "those of" : "that of", 100 * largest_residual,
      rates > 0 ? "mean" : "means"));
  return curve;
}

}  // namespace sonde::model
