// Simulated MPI has no control variables.
#include "library/control_variables.hpp"

namespace sonde::library {

std::optional<LibraryVariables> control_variables() {
  return std::nullopt;
}

}  // namespace sonde::library
