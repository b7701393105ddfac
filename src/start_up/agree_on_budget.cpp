#include "start_up/agree_on_budget.hpp"

#include <mpi.h>

#include <chrono>

#include "host/job_allocation.hpp"
#include "mpi/error.hpp"
#include "mpi/simulated.hpp"

namespace sonde::start_up {

double grace_after_sigterm() {
  return mpi::simulated ? 0 : host::grace_after_sigterm(host::of_environment);
}

Result<std::optional<double>> agree_on_budget(const mpi::World& world, const Settings& settings) {
  if (!settings.budget_of_allocation) return settings.budget_seconds;
  Result<double> told = 0;
  if (world.first()) {
    const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
    told = host::seconds_to_run(host::of_environment, now.count());
  }
  double seconds = told.value_or(0);
  mpi::ok(MPI_Bcast(&seconds, 1, MPI_DOUBLE, 0, world.comm), "MPI_Bcast");
  if (seconds > 0) return seconds;
  return failure(told ? std::string{} : told.error().message);
}

}  // namespace sonde::start_up
