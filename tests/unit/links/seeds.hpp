// How many clusters are drawn: a few in each run of the tests, as many as SONDE_SEEDS says when it is set.
#pragma once
#include <cstdlib>

namespace sonde::links {

inline int seeds(int usual) {
  const char* wanted = std::getenv("SONDE_SEEDS");
  return wanted == nullptr ? usual : std::atoi(wanted);
}

}  // namespace sonde::links
