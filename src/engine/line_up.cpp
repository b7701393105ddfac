#include "engine/line_up.hpp"

#include "mpi/error.hpp"

namespace sonde::engine {

namespace {
constexpr int barrier_tag = 7;
}

void disseminate(MPI_Comm comm) {
  const int rank = mpi::rank_in(comm);
  const int size = mpi::size_of(comm);
  for (int distance = 1; distance < size; distance *= 2) {
    const int to = (rank + distance) % size;
    const int from = (rank - distance + size) % size;
    mpi::ok(MPI_Sendrecv(nullptr, 0, MPI_BYTE, to, barrier_tag, nullptr, 0, MPI_BYTE, from, barrier_tag, comm,
                         MPI_STATUS_IGNORE),
            "MPI_Sendrecv");
  }
}

void barrier(const Case& c) {
  mpi::ok(MPI_Barrier(c.active), "MPI_Barrier");
}

void dissemination_barrier(const Case& c) {
  disseminate(c.active);
}

void barriers(const Case& c) {
  for (int i = 0; i < c.barriers; ++i) barrier(c);
}

void dissemination_barriers(const Case& c) {
  for (int i = 0; i < c.barriers; ++i) dissemination_barrier(c);
}

void no_barrier(const Case&) {}

}  // namespace sonde::engine
