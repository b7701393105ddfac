#include "mpi/world.hpp"

#include <chrono>
#include <thread>

#include "mpi/error.hpp"
#include "mpi/handles.hpp"
#include "mpi/simulated.hpp"

namespace sonde::mpi {

World make_world() {
  return {MPI_COMM_WORLD, mpi::rank_in(MPI_COMM_WORLD), mpi::size_of(MPI_COMM_WORLD)};
}

void wait_for_everybody(const World& world) {
  if constexpr (mpi::simulated) {  // simulated ranks share no cores, and each nap would be an event to
                                   // simulate
    mpi::ok(MPI_Barrier(world.comm), "MPI_Barrier");
    return;
  }
  MPI_Request request = MPI_REQUEST_NULL;
  mpi::ok(MPI_Ibarrier(world.comm, &request), "MPI_Ibarrier");
  auto nap = std::chrono::microseconds(1);
  for (;;) {
    int done = 0;
    mpi::ok(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    if (done != 0) return;
    std::this_thread::sleep_for(nap);
    if (nap < std::chrono::microseconds(500)) nap *= 2;
  }
}

}  // namespace sonde::mpi
