#include "start_up/peers.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <vector>

#include "host/signals.hpp"
#include "mpi/error.hpp"
#include "mpi/handles.hpp"
#include "mpi/simulated.hpp"

namespace sonde::start_up {

namespace {

/// A process, and the name space in which its number means it: ranks in containers may not share one.
using Process = std::array<std::int64_t, 2>;

Process this_process() {
  struct stat names {};
  const bool known = stat("/proc/self/ns/pid", &names) == 0;
  return {getpid(), known ? static_cast<std::int64_t>(names.st_ino) : -1};
}

std::vector<Process> processes_of_this_host(const mpi::World& world) {
  const mpi::Communicator host = mpi::node_of(world.comm);
  std::vector<Process> all(static_cast<std::size_t>(mpi::size_of(host.get())));
  const Process mine = this_process();
  mpi::ok(MPI_Allgather(mine.data(), 2, MPI_INT64_T, all.data(), 2, MPI_INT64_T, host.get()),
          "MPI_Allgather");
  return all;
}

}  // namespace

void tell_peers_at_cut(const mpi::World& world) {
  if constexpr (mpi::simulated) return;
  const Process mine = this_process();
  std::vector<pid_t> peers;
  for (const auto& [number, names] : processes_of_this_host(world))
    if (names == mine[1] && names >= 0 && number != mine[0]) peers.push_back(static_cast<pid_t>(number));
  host::tell_at_cut(peers);
}

}  // namespace sonde::start_up
