// Which fault a preloaded library is to plant: the one that SONDE_FAULT names.
#pragma once
#include <atomic>
#include <cstdlib>
#include <string_view>

inline bool planted(std::string_view fault) {
  const char* name = std::getenv("SONDE_FAULT");
  return name != nullptr && fault == name;
}

/// Whether this call is one to spoil: each one, or under SONDE_FAULT_EVERY=N every N-th of a rank.
inline bool due() {
  static std::atomic<long> calls = 0;
  const char* every = std::getenv("SONDE_FAULT_EVERY");
  return every == nullptr || ++calls % std::atol(every) == 0;
}
