// The ranks that a signal to this one concerns, too.
#pragma once
#include "mpi/world.hpp"

namespace sonde::start_up {

/// From now on the ranks on one host tell each other when a signal ends one of them: a launcher kills the
/// others at once, and their files would stay. Collective over the world.
void tell_peers_at_cut(const mpi::World& world);

}  // namespace sonde::start_up
