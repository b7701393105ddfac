#include "links/blocks.hpp"

#include <algorithm>
#include <string_view>

namespace sonde::links {

namespace {

constexpr std::string_view digits = "0123456789";

std::string_view without_domain(std::string_view host) {
  return host.substr(0, host.find('.'));
}

/// "r1i2" of r1i2n3: what stands before the last number and the letters that lead to it, where that has a
/// number.
std::string_view cabinet_of(std::string_view host) {
  const auto last = host.find_last_of(digits);
  if (last == std::string_view::npos) return {};
  const auto before = host.find_last_not_of(digits, last);
  if (before == std::string_view::npos) return {};
  const auto end = host.find_last_of(digits, before);
  return end == std::string_view::npos ? std::string_view{} : host.substr(0, end + 1);
}

std::string block_name(const PlayerPlace& place, const HostSwitches& switch_of) {
  if (const std::string* named = switch_of.find(place.host)) return *named;
  if (const auto dot = place.address.rfind('.'); dot != std::string::npos)
    return place.address.substr(0, dot);
  return std::string(cabinet_of(without_domain(place.host)));
}

}  // namespace

Blocks blocks_of(std::span<const PlayerPlace> places, const HostSwitches& switch_of) {
  Blocks blocks;
  for (const PlayerPlace& place : places) {
    const std::string name = block_name(place, switch_of);
    const auto found = std::ranges::find(blocks.names, name);
    blocks.of.push_back(static_cast<int>(found - blocks.names.begin()));
    if (found == blocks.names.end()) blocks.names.push_back(name);
  }
  return blocks;
}

}  // namespace sonde::links
