// Which pairs, measured alone, tell whether a suspect is slow.
#pragma once
#include <span>
#include <vector>

#include "links/map.hpp"

namespace sonde::links {

struct Pair {
  int from = 0, to = 0;

  bool operator==(const Pair&) const = default;
};

/// A pair of a suspect, and healthy ones that tell how long it should take: one that stands as it does, or
/// three.
struct PairComparison {
  Pair suspect;
  std::vector<Pair> healthy;
};

/// How long the suspect pair should take by the times of the healthy ones. Of three, the first two are pairs
/// of either end of a link and the third is one of neither: what each end adds to the third counts, since
/// delays add; of rates the lowest one counts, which makes less than that.
[[nodiscard]] double expected_seconds(std::span<const double> healthy);

/// Whether a suspect is said to be slow in two directions that are measured apart.
[[nodiscard]] bool both_ways(const Suspect& suspect);

/// The pairs of a switch or a host are compared with those that players standing alike have with the same
/// partner; a link with others of its own ends. Of a host those pairs are taken in which the map shows that
/// it is slow. Where both directions are suspect, each comparison is followed by that of the other direction.
/// Empty where no healthy ones are left.
[[nodiscard]] std::vector<PairComparison> comparisons_of(const Suspect& suspect, const Map& map,
                                                         const Blocks& blocks,
                                                         const std::vector<Suspect>& suspects);

}  // namespace sonde::links
