// What the benchmarks of a suite have in common. Whatever differs between suites is a fact here; nobody else asks
// which suite it is.
#pragma once
#include <cstdint>
#include <string_view>

namespace sonde {

enum class Suite { mpi1, ext, io };

/// How many processes, which lengths and how many repetitions where nothing is said: standard mode of guide 5.2.1,
/// table 19 and settings_io.h.
struct StandardMode {
  std::int64_t npmin = 2;
  int max_log = 22;
  std::int64_t repetitions = 1000;
  std::int64_t repetitions_nonaggregate = 100;
  std::int64_t overall_bytes = std::int64_t{40} << 20;
};

struct SuiteFacts {
  std::string_view part;     ///< in the title of its tables
  std::string_view purpose;  ///< after "this program is there to"
  StandardMode standard{};
  bool files = false;    ///< it moves bytes between memory and files: no datatypes, no cache of messages
  bool windows = false;  ///< its groups make windows
  bool roots = false;    ///< some of its benchmarks have roots
};

[[nodiscard]] constexpr SuiteFacts facts_of(Suite suite) {
  switch (suite) {
    case Suite::ext:
      return {.part = "MPI-2 part", .purpose = "measure MPI one-sided communication", .windows = true};
    case Suite::io:
      return {.part = "MPI-IO part",
              .purpose = "measure MPI parallel input and output",
              .standard = {1, 24, 50, 10, std::int64_t{16} << 20},
              .files = true};
    case Suite::mpi1:
      break;
  }
  return {
      .part = "MPI-1 part", .purpose = "measure MPI messages: point to point and collective", .roots = true};
}

}  // namespace sonde
