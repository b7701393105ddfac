// Which fault a preloaded library is to plant: the one that SONDE_FAULT names.
#pragma once
#include <cstdlib>
#include <string_view>

inline bool planted(std::string_view fault) {
  const char* name = std::getenv("SONDE_FAULT");
  return name != nullptr && fault == name;
}
