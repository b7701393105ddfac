#include "engine/io_loops.hpp"

namespace sonde::engine {

namespace {

MPI_Status naming_no_bytes() {
  MPI_Status status{};
  mpi::ok(MPI_Status_set_elements(&status, MPI_BYTE, 0), "MPI_Status_set_elements");
  return status;
}

}  // namespace

FileSteps prepare_statuses(const Case& c, Sample& sample) {
  sample.statuses.assign(static_cast<std::size_t>(c.batches.repetitions()), naming_no_bytes());
  return {c.steps, sample.statuses.data()};
}

std::int64_t units_to_burn(const Case& c, double pure_seconds) {
  if (!c.burn_match || c.burn_unit_seconds <= 0) return c.burn_units;
  double slowest = 0;
  mpi::ok(MPI_Allreduce(&pure_seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, c.comm), "MPI_Allreduce");
  const double each = slowest / static_cast<double>(c.batches.repetitions());
  return std::max<std::int64_t>(1, std::llround(each / c.burn_unit_seconds));
}

}  // namespace sonde::engine
