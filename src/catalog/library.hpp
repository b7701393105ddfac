// What an MPI library must offer for a benchmark, and what the one at hand offers.
#pragma once
#include <string_view>

namespace sonde {

enum class Feature {
  none,
  persistent_collectives,  ///< MPI_Allreduce_init and its like
  partitioned,             ///< MPI_Psend_init and its like
  sessions,                ///< MPI_Session_init
  threads                  ///< several threads in MPI at the same time
};

/// The version of the standard that a library follows, and what it offers whatever its version.
struct Library {
  int version = 3, subversion = 1;
  bool persistent_collectives = false;  ///< before MPI 4.0, by names of their own (MPIX_Allreduce_init)
  bool threads = false;                 ///< the library has given MPI_THREAD_MULTIPLE

  [[nodiscard]] constexpr bool offers(Feature feature) const {
    switch (feature) {
      case Feature::none:
        return true;
      case Feature::persistent_collectives:
        return version >= 4 || persistent_collectives;
      case Feature::partitioned:
      case Feature::sessions:
        return version >= 4;
      case Feature::threads:
        return threads;
    }
    return false;
  }
};

/// What must be there, for a message.
[[nodiscard]] constexpr std::string_view needed_for(Feature feature) {
  if (feature == Feature::threads) return "-thread_level multiple";
  return feature == Feature::none ? "MPI 3.0" : "MPI 4.0";
}

}  // namespace sonde
