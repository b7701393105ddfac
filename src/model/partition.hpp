// A series cut into runs of neighbours at break points that are searched for.
#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace sonde::model {

/// Runs of neighbouring places: run i is [starts[i], starts[i + 1]).
struct Partition {
  double cost = 0;  ///< of all runs together; infinite: there is no such cut
  std::vector<std::size_t> starts{};
};

/// Element s is the cheapest cut of the places 0 to `places` - 1 into s + 1 runs, found by dynamic
/// programming. `cost(from, to)` is that of the run [from, to); infinite where it may be none.
[[nodiscard]] std::vector<Partition> partitions(std::size_t places, std::size_t most,
                                                const std::function<double(std::size_t, std::size_t)>& cost);

/// What a further run must gain in AICc: a break point that is searched for has more freedom than one
/// parameter.
inline constexpr double segment_penalty = 6;

/// Of such cuts, whose costs are residual sums of squares of lines, the one that AICc chooses with 3 S - 1
/// parameters for S runs and the penalty. `total`: the weighted sum of squares of the values; residuals below
/// a millionth of them are rounding and pay for no run.
[[nodiscard]] const Partition& chosen_partition(std::span<const Partition> cuts, double total, int points);

}  // namespace sonde::model
