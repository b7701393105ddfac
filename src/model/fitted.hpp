// What every fit hands back: parameters, quality, the points it saw and the curve. Reports and tables draw
// this and know no model.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "stats/interval.hpp"

namespace sonde::model {

/// A parameter of a model, in the unit named beside it ("s", "B", "B/s", "1", ...).
struct FittedParameter {
  std::string name;     ///< symbol, "B_r"
  std::string meaning;  ///< a few words for a person, "raw bandwidth of one direction"
  std::string unit;
  double value = 0;
  std::optional<stats::Interval> interval;  ///< 95 %; absent where the parameter is derived or fixed
};

/// One measured point and what the model says there. `sigma` is the standard deviation the fit assumed, up to
/// the common factor that the residuals give.
struct FittedPoint {
  double x = 0;
  double measured = 0;
  double fitted = 0;
  double sigma = 0;
  double half_interval = 0;  ///< half of the 95 % interval of `measured`; 0: not known
  int series = 0;            ///< value of the second variable (FittedCurve::series_label); 0: there is none
};

struct CurvePoint {
  double x = 0, y = 0;
  int series = 0;
};

struct Quality {
  int points = 0;
  int parameters = 0;    ///< free ones, the variance not counted
  double r_squared = 0;  ///< weighted
  double aicc =
      0;  ///< Akaike's criterion with the correction for small samples; only differences mean anything
  double relative_rms = 0;  ///< root mean square of (measured - fitted) / fitted
};

struct FittedCurve {
  std::string name;     ///< "overlap of multi-mode PingPong, 2 pairs"
  std::string formula;  ///< one or more lines of text
  std::string source;   ///< where the formula comes from
  std::string x_label, x_unit;
  std::string y_label, y_unit;
  std::string series_label{};  ///< second variable of the model, "pairs"; empty where there is none
  std::vector<FittedParameter> parameters;
  Quality quality;
  std::vector<FittedPoint> points;  ///< ascending series, then x
  std::vector<CurvePoint> curve;    ///< the model over the fitted range of each series, for drawing
  std::vector<std::string>
      notes;  ///< what a reader must know: excluded points, clamped terms, effective quantities
};

}  // namespace sonde::model
