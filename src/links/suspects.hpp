// What of a map looks slow, and which pairs tell whether it is.
#pragma once
#include <vector>

#include "links/map.hpp"

namespace sonde::links {

/// Fewer players than this cannot be compared with each other.
inline constexpr int least_players = 4;

/// What looks slow beyond noise and beyond most of `threshold` (a fraction of the time), worst first: switches, hosts, links,
/// in time of messages and in latency. A host is left out where its whole switch is suspect, a link where the effects of its
/// hosts explain it. Latency has no direction, nor have links of which both are slow. Nothing for fewer than four players;
/// no links where not every pair has met.
[[nodiscard]] std::vector<Suspect> suspects_of(const Map& map, const Blocks& blocks, double threshold);

/// A pair to be measured alone: one of a suspect, or a healthy one to compare it with.
struct Trial {
  int from = 0, to = 0;
  bool suspect = false;

  bool operator==(const Trial&) const = default;
};

/// One after the other, each pair of the suspect followed by a healthy one between players that stand alike; empty where
/// there are no healthy ones left.
[[nodiscard]] std::vector<Trial> trials_of(const Suspect& suspect, const Blocks& blocks,
                                           const std::vector<Suspect>& suspects);

}  // namespace sonde::links
