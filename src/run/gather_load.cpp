#include "run/gather_load.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include "mpi/error.hpp"
#include "stats/impact.hpp"

namespace sonde::run {

namespace {

/// The same quantile of the calls of each phase, in seconds; of a phase without calls none.
std::vector<double> quantiles_of(const std::vector<stats::Histogram>& phases, double level) {
  std::vector<double> quantiles;
  for (const auto& phase : phases) {
    const auto tail = stats::tail_of(phase);
    quantiles.push_back(tail ? stats::quantile_of(*tail, level).value_or(0) : 0);
  }
  return quantiles;
}

stats::Tail together(const std::vector<stats::Histogram>& phases, double scale) {
  stats::Histogram all;
  for (const auto& phase : phases) all.merge(phase);
  auto tail = stats::tail_of(all, scale).value_or(stats::Tail{});
  tail.curve = {};
  return tail;
}

}  // namespace

stats::Histogram reduce_calls(const case_setup::Team& team, stats::Histogram mine) {
  if (mine.counts().empty()) mine.prepare();
  std::vector<std::uint64_t> counts(stats::Histogram::bins);
  // NOLINTNEXTLINE(mpi-type-mismatch): std::uint64_t is unsigned long here, unsigned long long elsewhere
  mpi::ok(MPI_Reduce(mine.counts().data(), counts.data(), static_cast<int>(counts.size()), MPI_UINT64_T,
                     MPI_SUM, 0, team.group.get()),
          "MPI_Reduce");
  stats::Histogram all;
  all.merge(counts);
  return all;
}

record::MeasuredLoad gather_load(const case_setup::Team& team, const measuring::LoadPhases& mine,
                                 double scale) {
  std::array<std::vector<stats::Histogram>, 2> all;
  for (const auto& phase : mine.isolated) all[0].push_back(reduce_calls(team, phase));
  for (const auto& phase : mine.loaded) all[1].push_back(reduce_calls(team, phase));
  record::MeasuredLoad load;
  load.bytes = mine.bytes;
  load.seconds = mine.seconds;
  if (!team.leads()) return load;
  load.isolated = together(all[0], scale);
  load.loaded = together(all[1], scale);
  for (const auto& quantile : load.loaded.quantiles)
    load.impacts.push_back({quantile.level, stats::impact_of(quantiles_of(all[0], quantile.level),
                                                             quantiles_of(all[1], quantile.level))});
  return load;
}

}  // namespace sonde::run
