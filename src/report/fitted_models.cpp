#include "report/fitted_models.hpp"

#include <map>

#include "model/fit_latency.hpp"
#include "model/fit_overlap.hpp"
#include "model/samples.hpp"

namespace sonde::report {
namespace {

using SamplesByPairs = std::map<int, std::vector<model::Sample>>;

SamplesByPairs ping_pongs(const record::Run& run) {
  std::vector<model::Sample> samples;
  for (model::Sample& sample : model::samples_of(run))
    if (sample.benchmark == "PingPong" && sample.processes == 2) samples.push_back(std::move(sample));
  model::settle_weights(samples);
  SamplesByPairs by_pairs;
  for (model::Sample& sample : samples) by_pairs[sample.pairs].push_back(std::move(sample));
  return by_pairs;
}

void keep(Result<model::FittedCurve> fit, const std::string& source, FittedModels& models) {
  if (fit) {
    fit->name = source + ": " + fit->name;
    models.curves.push_back(std::move(*fit));
  } else {
    models.refused.push_back(source + ": " + fit.error().message);
  }
}

}  // namespace

FittedModels fitted_models(std::span<const record::Run> runs) {
  FittedModels models;
  for (const record::Run& run : runs)
    for (const auto& [pairs, samples] : ping_pongs(run))
      keep(pairs > 1 ? model::fit_overlap(samples) : model::fit_latency(samples), run.source, models);
  return models;
}

}  // namespace sonde::report
