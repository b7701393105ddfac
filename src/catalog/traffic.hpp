// Bytes that a benchmark has to move, whatever its algorithm: what a time is worth as a rate of the network.
// Known by name, since records of any age and the tables of other suites say no more.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace sonde {

/// Where the ranks of a group stand.
struct Placement {
  int ranks = 0;
  int nodes = 0;  ///< that hold equally many of them; 0: not known, or unequally many
};

/// Bytes of a repetition: bounds from below, not traffic that was counted.
struct Traffic {
  double bus = 0;  ///< through the busiest rank's link
  std::optional<double>
      net;  ///< through a node's link; none on one node, or where it depends on the placement
};

/// The two as a table's head says them: X bytes, P ranks, N nodes of n ranks.
struct TrafficFormula {
  std::string_view bus, net;
};

/// Whether X of the benchmark is what -reduce_scatter says: Reduce_scatter and its relatives.
[[nodiscard]] bool follows_share(std::string_view benchmark);

/// None where nothing can be said. The name may be that of a relative that moves the same: "Iallreduce_pure",
/// "Allreduce_persist". `each_share`: X of Reduce_scatter is each rank's part (-reduce_scatter each); none
/// where that is not known.
[[nodiscard]] std::optional<TrafficFormula> traffic_formula(std::string_view benchmark,
                                                            std::optional<bool> each_share);

/// Of a repetition with messages of `bytes`, X of the guide: what one rank contributes to gathered and
/// exchanged data, the whole vector of a reduction. None for a rank alone.
[[nodiscard]] std::optional<Traffic> traffic(std::string_view benchmark, std::int64_t bytes,
                                             const Placement& placement, std::optional<bool> each_share);

}  // namespace sonde
