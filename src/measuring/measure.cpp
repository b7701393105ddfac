#include "measuring/measure.hpp"

#include <array>
#include <numeric>
#include <utility>

#include "host/timeouts.hpp"
#include "measuring/rounds.hpp"

namespace sonde::measuring {

std::int64_t Measured::repetitions() const {
  return std::accumulate(batch_repetitions.begin(), batch_repetitions.end(), std::int64_t{0});
}

Measured measure_case(const Settings& settings, const PlannedCase& planned, const Case& c, Loop loop,
                      const LoopPlan& plan, const StartClock& start, library::VariableWatch* variables) {
  return Rounds(settings, planned, c, std::move(loop), plan, start, variables).run();
}

ClockFacts time_the_clock(MPI_Comm comm) {
  constexpr int reads = 1000;
  std::array<double, reads> readings{};
  for (double& reading : readings) reading = MPI_Wtime();
  ClockFacts facts{(readings.back() - readings.front()) / (reads - 1), 0};
  for (std::size_t i = 1; i < readings.size(); ++i) {
    const double step = readings[i] - readings[i - 1];
    if (step > 0 && (facts.resolution_seconds <= 0 || step < facts.resolution_seconds))
      facts.resolution_seconds = step;
  }
  std::array<double, 2> worst{facts.cost_seconds, facts.resolution_seconds};
  const host::CallGuard guard("comparing clocks");
  mpi::ok(MPI_Allreduce(MPI_IN_PLACE, worst.data(), 2, MPI_DOUBLE, MPI_MAX, comm), "MPI_Allreduce");
  return {worst[0], worst[1]};
}

}  // namespace sonde::measuring
