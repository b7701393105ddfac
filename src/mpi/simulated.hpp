// Whether this build is for simulated MPI, where time passes in messages and sleeps but not in computation.
#pragma once

namespace sonde::mpi {

#ifdef SONDE_SIMULATED
inline constexpr bool simulated = true;
#else
inline constexpr bool simulated = false;
#endif

}  // namespace sonde::mpi
