#include "model/partition.hpp"

#include <algorithm>

#include "model/least_squares.hpp"

namespace sonde::model {

// best[s][j]: least cost of the places before j in s + 1 runs; from[s][j]: where the last of them begins.
std::vector<Partition> partitions(std::size_t places, std::size_t most,
                                  const std::function<double(std::size_t, std::size_t)>& cost) {
  std::vector<std::vector<double>> best(most, std::vector<double>(places + 1, infinite));
  std::vector<std::vector<std::size_t>> from(most, std::vector<std::size_t>(places + 1, 0));
  for (std::size_t j = 1; j <= places; ++j) best[0][j] = cost(0, j);
  for (std::size_t s = 1; s < most; ++s)
    for (std::size_t j = 1; j <= places; ++j)
      for (std::size_t i = 1; i < j; ++i) {
        if (best[s - 1][i] == infinite) continue;
        const double sum = best[s - 1][i] + cost(i, j);
        if (sum < best[s][j]) best[s][j] = sum, from[s][j] = i;
      }
  std::vector<Partition> all;
  for (std::size_t s = 0; s < most; ++s) {
    Partition cut{best[s][places], {places}};
    for (std::size_t t = s; t > 0; --t) cut.starts.insert(cut.starts.begin(), from[t][cut.starts.front()]);
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
