// What an MPI library must offer for a benchmark, and what the one at hand offers.
#pragma once
#include <string_view>

namespace sonde {

enum class Feature {
  none,
  persistent_collectives,  ///< MPI_Allreduce_init and its like
  persistent_scatter,      ///< and an MPI_Scatter_init whose request works when it is started again
  partitioned,             ///< MPI_Psend_init and its like
  sessions,                ///< MPI_Session_init
  unsimulated,             ///< calls of MPI 3.0 that SimGrid 3.32 declares and does not have
  threads                  ///< several threads in MPI at the same time
};

/// The version of the standard that a library follows, and what it offers whatever its version.
struct Library {
  int version = 3, subversion = 1;
  bool persistent_collectives = false;  ///< before MPI 4.0, by names of their own (MPIX_Allreduce_init)
  bool scatter_restarts = true;  ///< MPI_Scatter_init makes requests that work when they are started again
  bool simulated = false;        ///< SimGrid
  bool threads = false;          ///< the library has given MPI_THREAD_MULTIPLE

  [[nodiscard]] constexpr bool offers(Feature feature) const {
    switch (feature) {
      case Feature::none:
        return true;
      case Feature::persistent_collectives:
        return version >= 4 || persistent_collectives;
      case Feature::persistent_scatter:
        return offers(Feature::persistent_collectives) && scatter_restarts;
      case Feature::partitioned:
      case Feature::sessions:
        return version >= 4;
      case Feature::unsimulated:
        return !simulated;
      case Feature::threads:
        return threads;
    }
    return false;
  }
};

/// Of collectives that are described once and started often.
[[nodiscard]] constexpr bool is_persistent(Feature feature) {
  return feature == Feature::persistent_collectives || feature == Feature::persistent_scatter;
}

/// What must be there, for a message.
[[nodiscard]] constexpr std::string_view needed_for(Feature feature) {
  if (feature == Feature::threads) return "-thread_level multiple";
  if (feature == Feature::unsimulated) return "calls that SimGrid lacks";
  if (feature == Feature::persistent_scatter)
    return "MPI 4.0 and a request of MPI_Scatter_init that starts twice";
  return feature == Feature::none ? "MPI 3.0" : "MPI 4.0";
}

}  // namespace sonde
