// What an MPI library answered about its control variables, kept between launches: asking Open MPI takes two
// processes and longer than a short run.
#pragma once
#include <optional>
#include <string>

#include "library/library_variables.hpp"

namespace sonde::library {

/// One answer in the cache of the user: $XDG_CACHE_HOME/sonde, or ~/.cache/sonde; without either nothing is
/// kept. It is found again where library, host, environment and the library's files of parameters are as they
/// were. A file that others own or may write is not read.
class LibraryCache {
 public:
  /// `settings`: what -cvar sets.
  explicit LibraryCache(const Settings& settings);

  [[nodiscard]] std::optional<LibraryState> find() const;
  /// A failure costs the next launch its time, nothing else.
  void keep(const LibraryState& state) const;

 private:
  std::string key_;   ///< all that the answer depends on but the files of parameters
  std::string path_;  ///< empty: nothing is kept
};

}  // namespace sonde::library
