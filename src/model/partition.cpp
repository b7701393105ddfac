#include "model/partition.hpp"

#include <algorithm>

#include "model/least_squares.hpp"

namespace sonde::model {

namespace {

struct LastRun {
  double cost = infinite;  ///< of all runs
  std::size_t from = 0;
};

/// The last of the runs that end at place `to`; `before` has the least cost of those in front of each place.
LastRun cheapest_last_run(const std::vector<LastRun>& before, std::size_t to,
                          const std::function<double(std::size_t, std::size_t)>& cost) {
  LastRun best;
  for (std::size_t from = 1; from < to; ++from) {
    if (before[from].cost == infinite) continue;
    const double sum = before[from].cost + cost(from, to);
    if (sum < best.cost) best = {sum, from};
  }
  return best;
}

}  // namespace

std::vector<Partition> partitions(std::size_t places, std::size_t most,
                                  const std::function<double(std::size_t, std::size_t)>& cost) {
  std::vector<std::vector<LastRun>> last(most, std::vector<LastRun>(places + 1));  // of s + 1 runs
  for (std::size_t j = 1; j <= places; ++j) last[0][j].cost = cost(0, j);
  for (std::size_t s = 1; s < most; ++s)
    for (std::size_t j = 1; j <= places; ++j) last[s][j] = cheapest_last_run(last[s - 1], j, cost);
  std::vector<Partition> all;
  for (std::size_t s = 0; s < most; ++s) {
    Partition cut{last[s][places].cost, {places}};
    for (std::size_t t = s; t > 0; --t)
      cut.starts.insert(cut.starts.begin(), last[t][cut.starts.front()].from);
    cut.starts.insert(cut.starts.begin(), 0);
    all.push_back(std::move(cut));
  }
  return all;
}

const Partition& chosen_partition(std::span<const Partition> cuts, double total, int points) {
  const Partition* best = &cuts.front();
  double least = infinite;
  for (std::size_t s = 0; s < cuts.size() && cuts[s].cost < infinite; ++s) {
    const double score =
        segment_penalty * static_cast<double>(s) +
        aicc(std::max(cuts[s].cost, total * 1e-12), total, points, 3 * static_cast<int>(s) + 2);
    if (score < least) least = score, best = &cuts[s];
  }
  return *best;
}

}  // namespace sonde::model
