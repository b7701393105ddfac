#include "engine/passive_progress.hpp"

#include "mpi/error.hpp"

namespace sonde::engine {

void Turns::tell() const {
  mpi::ok(MPI_Send(nullptr, 0, MPI_BYTE, peer, turn_tag, comm), "MPI_Send");
}

void Turns::wait() const {
  mpi::ok(MPI_Recv(nullptr, 0, MPI_BYTE, peer, turn_tag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
}

void keep_away(const Turns& turns, const Computation& computation, std::int64_t units,
               std::int64_t repetitions) {
  for (std::int64_t left = repetitions; left > 0; --left) {
    turns.tell();
    if (units > 0) static_cast<void>(computation.burn(units));
    turns.wait();
  }
}

}  // namespace sonde::engine
