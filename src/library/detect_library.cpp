#include "library/detect_library.hpp"

#include <mpi.h>

#include "mpi/error.hpp"
#include "mpi/simulated.hpp"

namespace sonde::library {

namespace {

enum class Family { open_mpi, mpich, other };
#if defined(OPEN_MPI)
constexpr Family family = Family::open_mpi;
#elif defined(MPICH_NUMVERSION)
constexpr Family family = Family::mpich;
#else
constexpr Family family = Family::other;
#endif

}  // namespace

bool names_windows_by_context() {
  return family == Family::open_mpi;
}

Library library_at_hand() {
  Library out;
  mpi::ok(MPI_Get_version(&out.version, &out.subversion), "MPI_Get_version");
  out.threads = thread_level_at_hand() == MPI_THREAD_MULTIPLE;
  out.persistent_collectives = SONDE_MPI_PERSISTENT_EXTENSION != 0;
  // MPICH keeps what the first start of MPI_Scatter_init has left behind: the second one fails on some ranks
  // ("Invalid communicator") and never ends on the others. So in 4.0.2; no release was found that has it
  // mended.
  out.scatter_restarts = family != Family::mpich;
  out.simulated = mpi::simulated;
  return out;
}

std::string library_text() {
  std::string text(MPI_MAX_LIBRARY_VERSION_STRING, '\0');
  int length = 0;
  mpi::ok(MPI_Get_library_version(text.data(), &length), "MPI_Get_library_version");
  text.resize(static_cast<std::size_t>(length));
  while (!text.empty() && (text.back() == '\0' || text.back() == '\n')) text.pop_back();
  return text;
}

int thread_level_at_hand() {
  int provided = MPI_THREAD_SINGLE;
  mpi::ok(MPI_Query_thread(&provided), "MPI_Query_thread");
  return provided;
}

std::string thread_level_text() {
  const int provided = thread_level_at_hand();
  if (provided == MPI_THREAD_FUNNELED) return "MPI_THREAD_FUNNELED";
  if (provided == MPI_THREAD_SERIALIZED) return "MPI_THREAD_SERIALIZED";
  return provided == MPI_THREAD_MULTIPLE ? "MPI_THREAD_MULTIPLE" : "MPI_THREAD_SINGLE";
}

}  // namespace sonde::library
