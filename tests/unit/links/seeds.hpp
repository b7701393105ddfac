// How many clusters are drawn: a few in each run of the tests, as many as SONDE_SEEDS says when it is set.
// SONDE_FIRST_SEED draws others than those that everybody has seen.
#pragma once
#include <cstdint>
#include <cstdlib>

namespace sonde::links {

inline int seeds(int usual) {
  const char* wanted = std::getenv("SONDE_SEEDS");
  return wanted == nullptr ? usual : std::atoi(wanted);
}

inline std::uint64_t first_seed() {
  const char* wanted = std::getenv("SONDE_FIRST_SEED");
  return wanted == nullptr ? 0 : std::strtoull(wanted, nullptr, 10);
}

}  // namespace sonde::links
