// The models that a report fits by itself to the runs it shows.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "model/fitted.hpp"
#include "record/record.hpp"

namespace sonde::analysis {

struct FittedModels {
  std::vector<model::FittedCurve> curves;
  std::vector<std::string> refused;  ///< one sentence for each fit that said why it cannot be made
};

/// For each run: of PingPong the latency model of one pair and the overlap model of each larger number of
/// pairs, and for every benchmark with three or more process counts (of many the first 24 by name) the
/// formula in P and x. The max-rate model where several numbers of pairs were measured and LogGP where a
/// stream was: for each run, or for all together where each number of pairs comes from one of them alone.
[[nodiscard]] FittedModels fitted_models(std::span<const record::Run> runs);

}  // namespace sonde::analysis
