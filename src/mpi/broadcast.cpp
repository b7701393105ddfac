#include "mpi/broadcast.hpp"

#include <cstdint>

#include "mpi/error.hpp"

namespace sonde::mpi {

void broadcast(MPI_Comm comm, std::string& text, int root) {
  auto length = static_cast<std::int64_t>(text.size());
  mpi::ok(MPI_Bcast(&length, 1, MPI_INT64_T, root, comm), "MPI_Bcast");
  text.resize(static_cast<std::size_t>(length));
  mpi::ok(MPI_Bcast(text.data(), static_cast<int>(length), MPI_BYTE, root, comm), "MPI_Bcast");
}

void broadcast(MPI_Comm comm, std::vector<std::string>& texts) {
  auto count = static_cast<std::int64_t>(texts.size());
  mpi::ok(MPI_Bcast(&count, 1, MPI_INT64_T, 0, comm), "MPI_Bcast");
  texts.resize(static_cast<std::size_t>(count));
  for (auto& text : texts) broadcast(comm, text);
}

}  // namespace sonde::mpi
