// What stands where the library lacks a function.
#pragma once
#include <mpi.h>

namespace sonde::mpi {

/// The plan keeps what needs the function from running.
template <class... Arguments>
int not_offered(const Arguments&...) {
  return MPI_ERR_OTHER;
}

}  // namespace sonde::mpi
