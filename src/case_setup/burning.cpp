#include "case_setup/burning.hpp"

#include <fmt/format.h>

#include <array>

#include "mpi/error.hpp"

namespace sonde::case_setup {

const Burning& Burners::of(const Team& team) {
  const auto [found, fresh] = calibrated_.try_emplace(&team);
  Burning& burning = found->second;
  if (!fresh) return burning;
  burning.rate = engine::calibrate(engine::burn, MPI_Wtime);
  std::array<double, 3> values{-burning.rate.mflops(), burning.rate.mflops(), burning.rate.spread};
  mpi::ok(MPI_Allreduce(MPI_IN_PLACE, values.data(), 3, MPI_DOUBLE, MPI_MAX, team.active.get()),
          "MPI_Allreduce");
  burning.slowest_mflops = -values[0];
  burning.fastest_mflops = values[1];
  burning.largest_spread = values[2];
  return burning;
}

const Burning& Burners::before_table(const Team& team) {
  if (const auto known = calibrated_.find(&team); known != calibrated_.end()) {
    double changed = engine::still_holds(known->second.rate, engine::burn, MPI_Wtime) ? 0 : 1;
    mpi::ok(MPI_Allreduce(MPI_IN_PLACE, &changed, 1, MPI_DOUBLE, MPI_MAX, team.active.get()),
            "MPI_Allreduce");
    if (changed > 0) calibrated_.erase(known);
  }
  return of(team);
}

engine::Computation computation(const Settings& settings, const Burning& burning) {
  return {.burn = engine::burn,
          .units = burning.rate.units_for(settings.cpu_seconds),
          .unit_seconds = burning.rate.unit_seconds,
          .tests = settings.progress_calls,
          .as_transfer = settings.cpu_match};
}

std::string describe_burning(const Burning& burning) {
  std::string ranks;
  if (burning.fastest_mflops > burning.slowest_mflops)
    ranks = fmt::format(" on the slowest rank, {:.2f} on the fastest", burning.fastest_mflops);
  return fmt::format(
      "\n# Computation beside non-blocking transfers, undisturbed:\n# {:8.2f} MFlops{}\n# (five trials differ by "
      "{:.1f} %)\n",
      burning.slowest_mflops, ranks, 100 * burning.largest_spread);
}

}  // namespace sonde::case_setup
