// What of a map looks slow.
#pragma once
#include <vector>

#include "links/map.hpp"

namespace sonde::links {

/// Fewer players than this cannot be compared with each other.
inline constexpr int least_players = 4;

/// What looks slow beyond noise and beyond most of `threshold` (a fraction of the time), worst first:
/// switches, hosts, links, in time of messages and in latency. A host is suspect where it is slow towards
/// most others, or towards those of its own switch, but not where another one that looks slow is near to it;
/// a link where it is slower than its hosts are towards others that are as far away. Latency has no
/// direction, nor have links of which both are slow. Nothing for fewer than four players; no links where not
/// every pair has met.
[[nodiscard]] std::vector<Suspect> suspects_of(const Map& map, const Blocks& blocks, double threshold);

/// The smallest slowdown of the messages of one link that stands out of how much links differ by themselves:
/// 0.3 is 30 % more time. 0 where no link is looked at.
[[nodiscard]] double least_slowdown_of_link(const Map& map, const Blocks& blocks);

}  // namespace sonde::links
