// In which order the ranks arrive at a call (-arrival): who is late, and by how much.
#pragma once
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
};

struct Arrival {
  ArrivalPattern pattern = ArrivalPattern::none;
  double factor = 1;            ///< the largest delay over the time of the call without delays
  double seconds = 0;           ///< the largest delay itself; 0: by the factor
  std::uint64_t seed = 0;       ///< of `random`
  std::vector<double> trace{};  ///< of `trace`: of each rank, in any unit
};

}  // namespace sonde
