// Texts from the first rank of a communicator to all others.
#pragma once
#include <mpi.h>

#include <string>
#include <vector>

namespace sonde::mpi {

/// Collective.
void broadcast(MPI_Comm comm, std::string& text);
void broadcast(MPI_Comm comm, std::vector<std::string>& texts);

}  // namespace sonde::mpi
