#include "engine/io_loops.hpp"

namespace sonde::engine {

namespace {

MPI_Status naming_no_bytes() {
  MPI_Status status{};
  mpi::ok(MPI_Status_set_elements(&status, MPI_BYTE, 0), "MPI_Status_set_elements");
  return status;
}

}  // namespace

FileSteps prepare_statuses(const Case& c, const Loop& loop, Sample& sample) {
  sample.statuses.assign(static_cast<std::size_t>(loop.batches.repetitions()), naming_no_bytes());
  return {c.steps.after(loop.first), sample.statuses.data()};
}

std::int64_t units_to_burn(const Case& c, const Loop& loop, double pure_seconds) {
  const Computation& computation = loop.computation;
  if (!computation.as_transfer || computation.unit_seconds <= 0) return computation.units;
  double slowest = 0;
  mpi::ok(MPI_Allreduce(&pure_seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, c.comm), "MPI_Allreduce");
  const double each = slowest / static_cast<double>(loop.batches.repetitions());
  return std::max<std::int64_t>(1, std::llround(each / computation.unit_seconds));
}

}  // namespace sonde::engine
