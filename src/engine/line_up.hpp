// How the ranks line up before a loop and between single calls: all outside the clock.
#pragma once
#include "engine/case.hpp"

namespace sonde::engine {

/// Before a loop: N_BARR times the library's barrier, or the own one (guide 5.2.7).
void barriers(const Case& c);
void dissemination_barriers(const Case& c);

/// A start at one moment on synchronised clocks: the first rank names it, everybody waits for it (-start
/// clock).
void common_start(const Case& c);

/// The library's barrier over all active groups, once.
void barrier(const Case& c);
/// Own dissemination barrier over all active groups: ceil(log2 P) rounds of empty messages, the same under
/// every library.
void dissemination_barrier(const Case& c);
/// Nothing.
void no_barrier(const Case& c);

/// Dissemination barrier over any communicator.
void disseminate(MPI_Comm comm);

}  // namespace sonde::engine
