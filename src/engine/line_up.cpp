#include "engine/line_up.hpp"

#include <algorithm>

#include "engine/wait_until.hpp"
#include "mpi/error.hpp"
#include "mpi/handles.hpp"

namespace sonde::engine {

namespace {
constexpr int barrier_tag = 7;

constexpr double spun = 60e-6;  ///< seconds before a delayed start
}  // namespace

void barrier(const Case& c, const Loop&) {
  mpi::ok(MPI_Barrier(c.active), "MPI_Barrier");
}

void dissemination_barrier(const Case& c, const Loop&) {
  const int rank = mpi::rank_in(c.active);
  const int size = mpi::size_of(c.active);
  for (int distance = 1; distance < size; distance *= 2) {
    const int to = (rank + distance) % size;
    const int from = (rank - distance + size) % size;
    mpi::ok(MPI_Sendrecv(nullptr, 0, MPI_BYTE, to, barrier_tag, nullptr, 0, MPI_BYTE, from, barrier_tag,
                         c.active, MPI_STATUS_IGNORE),
            "MPI_Sendrecv");
  }
}

void barriers(const Case& c, const Loop& loop) {
  for (int i = 0; i < loop.barriers; ++i) barrier(c, loop);
}

void dissemination_barriers(const Case& c, const Loop& loop) {
  for (int i = 0; i < loop.barriers; ++i) dissemination_barrier(c, loop);
}

void CommonStart::operator()(const Case& c, const Loop&) {
  double start = clock.to_reference(MPI_Wtime()) + lead;
  mpi::ok(MPI_Bcast(&start, 1, MPI_DOUBLE, 0, c.active), "MPI_Bcast");
  const double due = clock.to_local(start + delay);
  const double awake = delay > 0 ? spun : lead;
  late = std::max(late, wait_until(due, awake) - due);
}

void no_barrier(const Case&, const Loop&) {}

}  // namespace sonde::engine
