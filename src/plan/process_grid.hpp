// The periodic grid that stencils arrange the ranks of a group on.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace sonde {

/// Extents of a grid, the first one largest; rank 0 stands in the corner, the last coordinate runs fastest.
using ProcessGrid = std::vector<int>;

/// As square as the divisors of `processes` allow, every extent at least 2; nothing where there is no such
/// grid. `wanted` (-topo) is taken as it is where it has so many dimensions and its product is `processes`.
[[nodiscard]] std::optional<ProcessGrid> grid_of(int processes, int dimensions,
                                                 const std::vector<int>& wanted = {});

/// The rank next to `rank` in each direction: down and up the first dimension, down and up the second, and so
/// on. Direction d ^ 1 leads back. With an extent of 2 both neighbours in a dimension are one.
[[nodiscard]] std::vector<int> grid_neighbours(const ProcessGrid& grid, int rank);

/// "4 x 2"
[[nodiscard]] std::string grid_text(const ProcessGrid& grid);

}  // namespace sonde
