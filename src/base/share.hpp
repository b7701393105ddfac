// How a whole is split over ranks: as evenly as whole elements allow, the larger parts first (guide 3.3.4.2).
#pragma once
#include <cstdint>

namespace sonde {

/// The part of `elements` that `rank` of `ranks` has: r + 1 for the first s ranks and r for the others, where
/// elements = r ranks + s.
[[nodiscard]] constexpr std::int64_t share(std::int64_t elements, int ranks, int rank) {
  return elements / ranks + (rank < elements % ranks ? 1 : 0);
}

/// Where the part of `rank` begins: the sum of the parts before it. `rank` may be `ranks`.
[[nodiscard]] constexpr std::int64_t share_offset(std::int64_t elements, int ranks, int rank) {
  const std::int64_t larger = elements % ranks;
  return elements / ranks * rank + (rank < larger ? rank : larger);
}

}  // namespace sonde
