#include "cases/window_resource.hpp"

namespace sonde::cases {

WindowResource::WindowResource(const ResourceFacts& facts, Case& c) : info_(make_info(facts.settings)) {
  MPI_Win made = MPI_WIN_NULL;
  mpi::ok(MPI_Win_create(facts.window.data(), static_cast<MPI_Aint>(facts.buffers.window_bytes), 1,
                         info_.get(), c.comm, &made),
          "MPI_Win_create");
  window_ = mpi::Window(made);
  mpi::ok(MPI_Win_set_errhandler(made, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
  mpi::ok(MPI_Win_fence(0, made), "MPI_Win_fence");
  c.window = made;
}

}  // namespace sonde::cases
