// Arrival pattern of the ranks at a call (-arrival): which rank is late, and by how much.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace sonde {

enum class ArrivalPattern {
  none,        ///< all at once
  first,       ///< the first rank is late
  last,        ///< the last rank
  root,        ///< the root of the call, the first rank where it has none
  ascending,   ///< evenly spaced, the first rank first
  descending,  ///< the last rank first
  halves,      ///< the second half of the ranks
  node,        ///< the ranks on the node of the last one
  random,      ///< evenly spaced, in an order drawn from the seed
  alternate,   ///< every second rank
  trace,       ///< as a file says
  all,         ///< those of `fixed_patterns` in turn
};

struct Arrival {
  ArrivalPattern pattern = ArrivalPattern::none;
  double factor = 1;            ///< the largest delay over the time of the call without delays
  double seconds = 0;           ///< the largest delay itself; 0: by the factor
  std::uint64_t seed = 0;       ///< of `random`, and of the turns of `all`
  std::vector<double> trace{};  ///< of `trace`: of each rank, in any unit
};

/// That need neither a file nor several nodes, each beside the call without delays.
inline constexpr std::array fixed_patterns{
    ArrivalPattern::first,      ArrivalPattern::last,   ArrivalPattern::root,   ArrivalPattern::ascending,
    ArrivalPattern::descending, ArrivalPattern::halves, ArrivalPattern::random, ArrivalPattern::alternate};

/// A pattern, and of each rank of a lane its delay as a share of the largest.
struct LateRanks {
  Arrival arrival{};
  std::vector<double> shares{};
};

}  // namespace sonde
