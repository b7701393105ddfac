#include "app/sonde/fit_json.hpp"

#include <nlohmann/json.hpp>

#include "model/stated.hpp"

namespace sonde::app {

namespace {

using json = nlohmann::ordered_json;

json to_json(const model::FittedParameter& p) {
  json object{{"name", p.name}, {"meaning", p.meaning}, {"unit", p.unit}, {"value", p.value}};
  object["low"] = p.interval ? json(p.interval->low) : json();
  object["high"] = p.interval ? json(p.interval->high) : json();
  return object;
}

json to_json(const model::FittedCurve& curve) {
  json object{{"name", curve.name}, {"formula", curve.formula}, {"source", curve.source}};
  object["x"] = {{"label", curve.x_label}, {"unit", curve.x_unit}};
  object["y"] = {{"label", curve.y_label}, {"unit", curve.y_unit}};
  object["parameters"] = json::array();
  for (const auto& p : curve.parameters) object["parameters"].push_back(to_json(p));
  const model::Quality& q = curve.quality;
  object["quality"] = {{"points", q.points},
                       {"free_parameters", q.parameters},
                       {"r_squared", q.r_squared},
                       {"aicc", q.aicc},
                       {"relative_rms", q.relative_rms}};
  object["points"] = json::array();
  for (const auto& p : curve.points) {
    json point{{"x", p.x}, {"measured", p.measured}, {"fitted", p.fitted}, {"sigma", p.sigma}};
    if (!curve.series_label.empty()) point[curve.series_label] = p.series;
    object["points"].push_back(point);
  }
  object["notes"] = curve.notes;
  return object;
}

}  // namespace

std::string fits_json(std::span<const Result<model::FittedCurve>> fits) {
  json all{{"fits", json::array()}};
  for (const auto& fit : fits)
    all["fits"].push_back(fit ? to_json(model::as_stated(*fit)) : json{{"error", fit.error().message}});
  return all.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace sonde::app
