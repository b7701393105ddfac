// The models that a report fits by itself to the runs it shows.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "model/fitted.hpp"
#include "record/record.hpp"

namespace sonde::report {

struct FittedModels {
  std::vector<model::FittedCurve> curves;
  std::vector<std::string> refused;  ///< one sentence for each fit that said why it cannot be made
};

/// For each run with PingPong of two or more pairs at the same time, the overlap model of each number of
/// pairs.
[[nodiscard]] FittedModels fitted_models(std::span<const record::Run> runs);

}  // namespace sonde::report
