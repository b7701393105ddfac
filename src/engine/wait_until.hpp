// Waiting for a moment on the clock of this rank.
#pragma once

namespace sonde::engine {

/// Returns the reading of MPI_Wtime that ended the wait, at once where `local` (seconds) is over. The last
/// `spun` seconds are spent reading the clock, what is before them asleep, so that a rank that comes late
/// takes no core from others; a wait that is not worth sleeping is spun through. In simulation, where no time
/// passes while the clock is read, the rank sleeps.
double wait_until(double local, double spun);

}  // namespace sonde::engine
