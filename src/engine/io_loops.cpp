#include "engine/io_loops.hpp"

namespace sonde::engine {

namespace {

MPI_Status naming_no_bytes() {
  MPI_Status status{};
  mpi::ok(MPI_Status_set_elements(&status, MPI_BYTE, 0), "MPI_Status_set_elements");
  return status;
}

}  // namespace

FileSteps prepare_statuses(const Case& c, const Loop& loop, LoopSample& sample, int calls) {
  sample.statuses.assign(static_cast<std::size_t>(calls * loop.batches.repetitions()), naming_no_bytes());
  return {c.steps.after(loop.first), sample.statuses.data()};
}

}  // namespace sonde::engine
