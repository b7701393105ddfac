// What the MPI library at hand offers.
#pragma once
#include <string>

#include "catalog/library_features.hpp"

namespace sonde::library {

/// As the library and its header say. MPI must be initialised.
[[nodiscard]] Library library_at_hand();

/// Whether it is Open MPI, whose windows have shared memory that is named after the number of their context:
/// the lowest that is free on all ranks of a group, the same for all groups of a node.
[[nodiscard]] bool names_windows_by_context();

/// Its name and version, as it says them, without what stands empty behind them.
[[nodiscard]] std::string library_text();

/// The level of threads that the library has given, MPI_THREAD_SINGLE to MPI_THREAD_MULTIPLE.
[[nodiscard]] int thread_level_at_hand();
/// Its name.
[[nodiscard]] std::string thread_level_text();

}  // namespace sonde::library
