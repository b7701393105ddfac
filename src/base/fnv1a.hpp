// FNV-1a of 64 bits: tells texts apart, not against an attacker who wants two to collide.
#pragma once
#include <cstdint>
#include <string_view>

namespace sonde {

inline constexpr std::uint64_t fnv1a_of_nothing = 0xcbf29ce484222325;

/// Of `text` behind what `value` stands for.
[[nodiscard]] constexpr std::uint64_t fnv1a(std::string_view text, std::uint64_t value = fnv1a_of_nothing) {
  constexpr std::uint64_t prime = 0x100000001b3;
  for (const char byte : text) value = (value ^ static_cast<unsigned char>(byte)) * prime;
  return value;
}

}  // namespace sonde
