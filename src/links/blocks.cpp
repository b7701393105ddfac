#include "links/blocks.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

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

/// Moves hosts that have at least half of the players of a block out of it, each into a block of its own.
bool move_large_hosts(Blocks& blocks, std::span<const PlayerPlace> places) {
  std::map<std::pair<int, std::string>, int> of_host;
  std::vector<int> of_block(blocks.names.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    ++of_host[{blocks.of[i], places[i].host}], ++of_block[static_cast<std::size_t>(blocks.of[i])];
  bool moved = false;
  for (const auto& [where, players] : of_host) {
    const auto& [block, host] = where;
    const int all = of_block[static_cast<std::size_t>(block)];
    if (host.empty() || players == all || players < 3 || 2 * (players - 1) < all - 1) continue;
    for (std::size_t i = 0; i < places.size(); ++i)
      if (blocks.of[i] == block && places[i].host == host) blocks.of[i] = blocks.count();
    blocks.names.push_back(host);
    moved = true;
  }
  return moved;
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
  while (move_large_hosts(blocks, places)) {
  }
  return blocks;
}

}  // namespace sonde::links
