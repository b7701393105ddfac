// Control variables as MPI_T has them, with their values.
#pragma once
#include <optional>

#include "library/library_variables.hpp"

namespace sonde::library {

/// All of this process, before MPI_Init; nothing where the library has none.
[[nodiscard]] std::optional<LibraryVariables> control_variables();

}  // namespace sonde::library
