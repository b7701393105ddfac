#include <nlohmann/json.hpp>

#include "model/describe_fit.hpp"
#include "model/stated.hpp"
#include "reports/page_parts.hpp"

namespace sonde::reports {
namespace {

using nlohmann::json;

json parameter_data(const model::FittedParameter& p) {
  json out = {{"name", p.name}, {"meaning", p.meaning}, {"value", model::with_unit(p.value, p.unit)}};
  if (p.interval)
    out["interval"] =
        model::with_unit(p.interval->low, p.unit) + " to " + model::with_unit(p.interval->high, p.unit);
  return out;
}

json curve_data(const model::FittedCurve& fit) {
  json parameters = json::array(), points = json::array(), curve = json::array();
  for (const model::FittedParameter& p : fit.parameters) parameters.push_back(parameter_data(p));
  for (const model::FittedPoint& p : fit.points)
    points.push_back({p.x, p.measured, p.fitted, p.half_interval, p.series});
  for (const model::CurvePoint& p : fit.curve) curve.push_back({p.x, p.y, p.series});
  return {{"name", fit.name},
          {"formula", fit.formula},
          {"source", fit.source},
          {"x", {{"label", fit.x_label}, {"unit", fit.x_unit}}},
          {"y", {{"label", fit.y_label}, {"unit", fit.y_unit}}},
          {"series", fit.series_label},
          {"parameters", parameters},
          {"points", points},
          {"curve", curve},
          {"notes", fit.notes},
          {"point_count", fit.quality.points},
          {"r_squared", fit.quality.r_squared},
          {"aicc", model::aicc_text(fit.quality)},
          {"relative_rms", fit.quality.relative_rms}};
}

}  // namespace

std::string fits_data(const analysis::FittedModels& models) {
  json curves = json::array();
  for (const model::FittedCurve& fit : models.curves) curves.push_back(curve_data(model::as_stated(fit)));
  const json out = {{"curves", curves}, {"refused", models.refused}};
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace sonde::reports
