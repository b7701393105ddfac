// A processor whose speed is known, for programs that are linked with it (see CMakeLists.txt): computations
// take a microsecond a unit and nothing is computed. The clock, which MPI_Wtime reads, advances in them and
// where a machine moves it.
#pragma once
#include <atomic>

namespace known {

extern std::atomic<double> now;  ///< seconds

/// The variable of the environment as a number; 0 where it is not set.
double number(const char* name);

}  // namespace known
