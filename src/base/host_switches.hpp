// Which switch each host hangs on, as a file says it (-topology), found by any of a host's names.
#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace sonde {

/// A host's name in small letters and without its domain: "n1" of N1.cluster.org. Of an address all of it.
[[nodiscard]] std::string short_host_name(std::string_view host);

/// Hosts and their switches. Letter case does not count, nor do domains where a host has no entry of its
/// whole name.
class HostSwitches {
 public:
  /// Of hosts that are named twice the last entry counts.
  void add(const std::string& host, const std::string& name);
  /// The switch of a host. None where the file does not name the host, or names several switches for hosts of
  /// this short name.
  [[nodiscard]] const std::string* find(std::string_view host) const;
  [[nodiscard]] bool empty() const { return by_name_.empty(); }
  /// The first host, as it was written.
  [[nodiscard]] const std::string& example() const { return example_; }

 private:
  std::map<std::string, std::string, std::less<>> by_name_, by_short_name_;  ///< no switch: several
  std::string example_;
};

/// Why a file cannot tell switches that names none of the hosts, of which `host` is one.
[[nodiscard]] std::string names_no_host(const HostSwitches& switches, std::string_view host);

/// "3 of 12 hosts are not in the file"; "" where it has all.
[[nodiscard]] std::string lacks_hosts(std::size_t missing, std::size_t all);

}  // namespace sonde
