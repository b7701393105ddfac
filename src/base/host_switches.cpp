#include "base/host_switches.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace sonde {

namespace {

bool is_address(std::string_view host) {
  return contains(host, ":") || host.find_first_not_of("0123456789.") == std::string_view::npos;
}

}  // namespace

std::string short_host_name(std::string_view host) {
  return lower(is_address(host) ? host : host.substr(0, host.find('.')));
}

void HostSwitches::add(const std::string& host, const std::string& name) {
  if (empty()) example_ = host;
  by_name_[lower(host)] = name;
  const auto [at, fresh] = by_short_name_.emplace(short_host_name(host), name);
  if (!fresh && at->second != name) at->second.clear();
}

const std::string* HostSwitches::find(std::string_view host) const {
  if (const auto found = by_name_.find(lower(host)); found != by_name_.end()) return &found->second;
  const auto found = by_short_name_.find(short_host_name(host));
  return found == by_short_name_.end() || found->second.empty() ? nullptr : &found->second;
}

std::string names_no_host(const HostSwitches& switches, std::string_view host) {
  return fmt::format(
      "the file names none of the hosts: it has for example {}, and a host is {}; give the hosts' own names "
      "(domain and letter case do not count)",
      sonde::quoted(switches.example()), sonde::quoted(host));
}

std::string lacks_hosts(std::size_t missing, std::size_t all) {
  if (missing == 0) return {};
  return fmt::format("{} of {} are not in the file", missing, counted(all, "host"));
}

}  // namespace sonde
