// What an MPI library must offer for a benchmark, and what the one at hand offers.
#pragma once
#include <string_view>

namespace sonde {

enum class Feature { none, persistent_collectives, partitioned, sessions };

/// The version of the standard that a library follows.
struct Library {
  int version = 3, subversion = 1;

  [[nodiscard]] constexpr bool offers(Feature feature) const {
    return feature == Feature::none || version >= 4;
  }
};

/// What must be there, for a message.
[[nodiscard]] constexpr std::string_view needed_for(Feature feature) {
  return feature == Feature::none ? "MPI 3.0" : "MPI 4.0";
}

}  // namespace sonde
