#include "plan/process_grid.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace sonde {

namespace {

/// Of grids with these many dimensions and no extent above `most`, the one whose largest extent is smallest.
std::optional<ProcessGrid> squarest(int processes, int dimensions, int most) {
  if (dimensions == 1) {
    if (processes < 2 || processes > most) return std::nullopt;
    return ProcessGrid{processes};
  }
  for (int largest = 2; largest <= std::min(most, processes); ++largest) {
    if (processes % largest != 0) continue;
    if (auto rest = squarest(processes / largest, dimensions - 1, largest)) {
      rest->insert(rest->begin(), largest);
      return rest;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<ProcessGrid> grid_of(int processes, int dimensions, const std::vector<int>& wanted) {
  if (wanted.empty() || std::ssize(wanted) != dimensions) return squarest(processes, dimensions, processes);
  const auto product = std::accumulate(wanted.begin(), wanted.end(), std::int64_t{1}, std::multiplies<>());
  if (product != processes) return std::nullopt;
  return wanted;
}

std::vector<int> grid_neighbours(const ProcessGrid& grid, int rank) {
  std::vector<int> neighbours;
  int stride = std::accumulate(grid.begin(), grid.end(), 1, std::multiplies<>());
  for (const int extent : grid) {
    stride /= extent;
    const int place = rank / stride % extent;
    for (const int step : {extent - 1, 1})
      neighbours.push_back(rank + ((place + step) % extent - place) * stride);
  }
  return neighbours;
}

std::string grid_text(const ProcessGrid& grid) {
  return fmt::format("{}", fmt::join(grid, " x "));
}

}  // namespace sonde
