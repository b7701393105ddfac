// What one rank of a communicator, mostly the first, tells all others: texts, and whether it has failed.
#pragma once
#include <mpi.h>

#include <string>
#include <vector>

#include "base/result.hpp"
#include "mpi/error.hpp"
#include "mpi/world.hpp"

namespace sonde::mpi {

/// Collective.
void broadcast(MPI_Comm comm, std::string& text, int root = 0);
void broadcast(MPI_Comm comm, std::vector<std::string>& texts);

/// Of `mine` that of the first rank counts: its error is one on every rank, whose message only the first one
/// has. Collective.
template <class T>
[[nodiscard]] Result<void> outcome_of_first(const World& world, const Result<T>& mine) {
  int failed = mine ? 0 : 1;
  mpi::ok(MPI_Bcast(&failed, 1, MPI_INT, 0, world.comm), "MPI_Bcast");
  if (failed == 0) return {};
  return failure(world.first() ? mine.error().message : std::string{});
}

}  // namespace sonde::mpi
