// What the MPI library at hand offers.
#pragma once
#include "catalog/library.hpp"

namespace sonde::run {

/// As the library and its header say. MPI must be initialised.
[[nodiscard]] Library library_at_hand();

}  // namespace sonde::run
