#include "case_setup/failure.hpp"

#include <climits>

#include "host/timeouts.hpp"
#include "mpi/broadcast.hpp"

namespace sonde::case_setup {

namespace {

int lowest_failed(MPI_Comm comm, bool failed) {
  int rank = INT_MAX;
  if (failed) mpi::ok(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  int lowest = INT_MAX;
  mpi::ok(MPI_Allreduce(&rank, &lowest, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  return lowest;
}

}  // namespace

std::optional<Failure> io_failure(const Result<void>& result) {
  if (result) return std::nullopt;
  return Failure{record::Reason::io_error, result.error().message};
}

Result<void> agree_on_error(MPI_Comm comm, const Result<void>& mine) {
  const auto agreed = agree(comm, io_failure(mine));
  if (agreed) return failure(agreed->text);
  return {};
}

std::optional<Failure> agree(MPI_Comm comm, const std::optional<Failure>& mine, double phase_seconds) {
  const host::CallGuard call("agreeing on how a case went", phase_seconds);
  const host::StuckGuard guard(mine.has_value() ? mine->text.c_str() : nullptr, phase_seconds);
  const int lowest = lowest_failed(comm, mine.has_value());
  if (lowest == INT_MAX) return std::nullopt;
  Failure failure = mine.value_or(Failure{});
  int reason = static_cast<int>(failure.reason);
  mpi::ok(MPI_Bcast(&reason, 1, MPI_INT, lowest, comm), "MPI_Bcast");
  failure.reason = static_cast<record::Reason>(reason);
  mpi::broadcast(comm, failure.text, lowest);
  return failure;
}

}  // namespace sonde::case_setup
