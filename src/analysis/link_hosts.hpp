// What a map of links says of each host, and maps of records that have none.
#pragma once
#include <string>
#include <vector>

#include "base/host_switches.hpp"
#include "record/record.hpp"

namespace sonde::analysis {

/// One player of a map against the others: medians over the pairs that it has met, as multiples of the median
/// player's.
struct LinkHost {
  int player = 0;
  double send_seconds = 0, receive_seconds = 0, latency_seconds = 0;  ///< medians; 0: not measured
  double worst =
      1;  ///< the largest of its three effects, as a factor of the time, where it stands taken into account
};

/// All players of a map that has its matrices, worst first.
[[nodiscard]] std::vector<LinkHost> link_hosts(const links::Survey& survey);

/// The findings of a map once more, with another threshold or other switches: by the map alone, so that none
/// is more than open. Hosts that `switch_of` lacks keep the switch that the run knew. `hosts`: of each
/// player. Matrices must be there.
[[nodiscard]] links::Survey looked_at_again(const links::Survey& survey, double threshold,
                                            const std::vector<std::string>& hosts,
                                            const HostSwitches& switch_of);

/// A map of the pairs of -multi 1 PingPong: one for each run of four or more groups of two that has lengths
/// below and above 1 KiB. Each player is in one pair, so pairs are told apart but not hosts, those on one
/// host from each other and those of two, four or more of a kind; findings are open. Nothing is judged where
/// ranks may wait for each other's cores. Empty where there is none.
[[nodiscard]] std::vector<record::CaseRecord> maps_of_groups(const record::Run& run, double threshold);

}  // namespace sonde::analysis
