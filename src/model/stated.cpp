#include "model/stated.hpp"

#include <fmt/format.h>

namespace sonde::model {

namespace {

/// Bytes per second, or as LogGP has it its inverse. The factors of other formulas stand in their text.
bool is_rate(const FittedParameter& p) {
  return p.unit == "B/s" || (p.unit == "s/B" && p.name.starts_with('G'));
}

}  // namespace

FittedCurve as_stated(FittedCurve curve) {
  if (!misses_its_points(curve)) return curve;
  curve.name += fmt::format(": misses its points by {:.0f} %", 100 * curve.quality.relative_rms);
  const auto rates = std::erase_if(curve.parameters, is_rate);
  for (FittedParameter& p : curve.parameters) p.interval.reset();
  curve.notes.push_back(fmt::format(
      "No {}interval is stated: {} a form that misses its points by more than {:.0f} % {} nothing.",
      rates > 0 ? "bandwidth and no " : "", rates > 0 ? "those of" : "that of", 100 * largest_residual,
      rates > 0 ? "mean" : "means"));
  return curve;
}

}  // namespace sonde::model
