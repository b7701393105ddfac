// Which players stand together, from what is known of their hosts.
#pragma once
#include <span>
#include <string>

#include "base/host_switches.hpp"
#include "links/map.hpp"

namespace sonde::links {

/// What is known of the place of one player.
struct PlayerPlace {
  std::string host;
  std::string address{};  ///< SLURM_TOPOLOGY_ADDR: switches from top to host, separated by dots; may be empty
};

/// Blocks of players by their switch: as `switch_of` has it, else, also of hosts that it lacks, by the
/// address but for its last part, else by the part of the host's name before its last number where that part
/// has a number itself (r1i2n3: r1i2). Players without any of these share one block. Where players share
/// hosts, a host with half of a block or more is a block of its own: most pairs of its players are within it,
/// and beside those players of other hosts would look slow.
[[nodiscard]] Blocks blocks_of(std::span<const PlayerPlace> places, const HostSwitches& switch_of);

}  // namespace sonde::links
