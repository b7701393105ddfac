#include "analysis/fitted_models.hpp"

#include <fmt/format.h>

#include <set>

#include "model/collective_choice.hpp"
#include "model/fit_collective.hpp"
#include "model/fit_latency.hpp"
#include "model/fit_loggp.hpp"
#include "model/fit_maxrate.hpp"
#include "model/fit_overlap.hpp"
#include "model/selection.hpp"

namespace sonde::analysis {
namespace {

using Samples = std::vector<model::Sample>;

constexpr std::size_t fewest_process_counts = 3;
constexpr std::size_t most_collectives = 24;

void keep(Result<model::FittedCurve> fit, const std::string& source, FittedModels& models) {
  if (fit) {
    fit->name = source + ": " + fit->name;
    models.curves.push_back(std::move(*fit));
  } else {
    models.refused.push_back(source + ": " + fit.error().message);
  }
}

void fit_pairs(const Samples& samples, const std::string& source, FittedModels& models) {
  for (const auto& [pairs, some] : model::by_pairs(model::ping_pongs(samples)))
    keep(pairs > 1 ? model::fit_overlap(model::weighted(model::over_whole_loops(some)))
                   : model::fit_latency(model::weighted(some)),
         source, models);
}

void fit_collectives(const Samples& samples, const std::string& source, FittedModels& models) {
  std::size_t fitted = 0, left = 0;
  for (const auto& [name, some] : model::by_benchmark(samples)) {
    if (model::counts_of(some).size() < fewest_process_counts) continue;
    if (++fitted <= most_collectives)
      keep(model::fit_collective(model::weighted(some)), source, models);
    else
      ++left;
  }
  if (left > 0)
    models.refused.push_back(
        fmt::format("{}: {} more benchmarks in P and x (sonde fit collective fits all)", source, left));
}

// Several files are one measurement where no number of pairs comes from two of them, and buffers lie alike.
bool belong_together(const std::vector<Samples>& ping_pongs) {
  std::set<int> seen;
  std::set<std::string> modes;
  for (const Samples& of_run : ping_pongs) modes.merge(model::modes_of(of_run));
  if (modes.size() > 1) return false;
  for (const Samples& of_run : ping_pongs)
    for (const auto& [pairs, some] : model::by_pairs(of_run))
      if (!seen.insert(pairs).second) return false;
  return true;
}

void fit_rates(const Samples& ping_pongs, const std::string& source, FittedModels& models) {
  if (model::by_pairs(ping_pongs).size() > 1)
    keep(model::fit_maxrate(model::weighted(ping_pongs)), source, models);
}

void fit_loggp(const Samples& ping_pongs, const Samples& streams, const std::string& source,
               FittedModels& models) {
  const auto pairs = model::by_pairs(ping_pongs);
  if (!streams.empty() && pairs.contains(1))
    keep(model::fit_loggp(model::weighted(pairs.at(1)), model::weighted(streams)), source, models);
}

void append(Samples& all, const Samples& some) {
  all.insert(all.end(), some.begin(), some.end());
}

}  // namespace

FittedModels fitted_models(std::span<const record::Run> runs) {
  FittedModels models;
  std::vector<Samples> ping_pongs, streams;
  for (const record::Run& run : runs) {
    const Samples samples = model::samples_of(run);
    fit_pairs(samples, run.source, models);
    fit_collectives(samples, run.source, models);
    ping_pongs.push_back(model::at_least(model::ping_pongs(samples), 1));
    streams.push_back(model::streams(samples));
  }
  if (runs.size() > 1 && belong_together(ping_pongs)) {
    for (std::size_t i = 1; i < runs.size(); ++i)
      append(ping_pongs[0], ping_pongs[i]), append(streams[0], streams[i]);
    ping_pongs.resize(1), streams.resize(1);
  }
  for (std::size_t i = 0; i < ping_pongs.size(); ++i) {
    const std::string source = ping_pongs.size() < runs.size() ? "all files" : runs[i].source;
    fit_rates(ping_pongs[i], source, models);
    fit_loggp(ping_pongs[i], streams[i], source, models);
  }
  return models;
}

}  // namespace sonde::analysis
