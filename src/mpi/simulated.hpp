// Whether this build is for simulated MPI, where time passes in messages and sleeps but not in computation.
// Files of its own stand in the folders named simulated (cmake/rooms.cmake).
#pragma once

namespace sonde::mpi {

inline constexpr bool simulated = SONDE_SIMULATED_MPI;

}  // namespace sonde::mpi
