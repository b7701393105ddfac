// One measuring program from the start of MPI to its end.
#pragma once
#include "args/parse.hpp"

namespace sonde::run {

/// The whole of main: returns the exit status (0 to 4, see the user documentation).
[[nodiscard]] int run_program(const Program& offered, int argc, char** argv);

}  // namespace sonde::run
