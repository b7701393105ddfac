#include "run/library.hpp"

#include <mpi.h>

#include "mpi/error.hpp"

namespace sonde::run {

Library library_at_hand() {
  Library out;
  int provided = MPI_THREAD_SINGLE;
  mpi::ok(MPI_Get_version(&out.version, &out.subversion), "MPI_Get_version");
  mpi::ok(MPI_Query_thread(&provided), "MPI_Query_thread");
  out.threads = provided == MPI_THREAD_MULTIPLE;
  out.persistent_collectives = SONDE_MPI_PERSISTENT_EXTENSION != 0;
  return out;
}

}  // namespace sonde::run
