// The scan over the one nonlinear parameter of an overlap fit, and its profile interval.
#pragma once
#include <cstddef>
#include <functional>
#include <vector>

#include "model/fitted.hpp"
#include "model/overlap_projection.hpp"

namespace sonde::model {

/// The best model and its sum of squares for a given value of the parameter.
using Projection = std::function<Projected(double)>;

struct ParameterScan {
  std::vector<double> argument;  ///< ascending, logarithmic
  std::vector<Projected> found;
  std::size_t best = 0;
};

/// Values low * 2^(i / per_octave) from low up to at least high.
[[nodiscard]] ParameterScan scan(const Projection& project, double low, double high, double per_octave);

/// The parameter at the minimum, refined between the neighbours of the best grid point.
[[nodiscard]] double refine(const Projection& project, const ParameterScan& grid);

/// Where the sum of squares stays within `limit` around `best`; a side that reaches the end of the grid is 0
/// or infinite.
[[nodiscard]] stats::Interval profile_interval(const Projection& project, const ParameterScan& grid,
                                               double best, double limit);

}  // namespace sonde::model
