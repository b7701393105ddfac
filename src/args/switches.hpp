// Switch of each host, read from a file (-topology).
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/host_switches.hpp"
#include "base/result.hpp"

namespace sonde {

struct HostOfSwitch {
  std::string host, name;  ///< of the host and of its switch
};

/// One line of the file: "HOST SWITCH", or of Slurm's topology.conf "SwitchName=S Nodes=LIST", where LIST is
/// names separated by commas, with ranges such as n[1-3,08]. A switch of switches (Switches=...) says nothing
/// of hosts. Errors:
/// neither of these; ranges that run backwards or hold more than a million hosts.
[[nodiscard]] Result<std::vector<HostOfSwitch>> hosts_of_line(std::string_view line);

/// The names that a list of Slurm stands for: "n[1-3],m" is n1, n2, n3, m; numbers keep their leading zeros.
[[nodiscard]] Result<std::vector<std::string>> expanded_hosts(std::string_view list);

/// The switches of all these hosts.
[[nodiscard]] HostSwitches host_switches(const std::vector<HostOfSwitch>& hosts);

/// An error where a host is named twice, in any letter case: it has one switch.
[[nodiscard]] Result<void> each_host_once(const std::vector<HostOfSwitch>& hosts);

}  // namespace sonde
