#include "engine/loop_state.hpp"

namespace sonde::engine {

void cancel_and_free(std::span<MPI_Request> requests) {
  for (MPI_Request& request : requests) {
    if (request == MPI_REQUEST_NULL) continue;
    static_cast<void>(MPI_Cancel(&request));
    static_cast<void>(MPI_Request_free(&request));
  }
}

}  // namespace sonde::engine
