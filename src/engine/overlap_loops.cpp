#include "engine/overlap_loops.hpp"

#include <algorithm>
#include <cmath>

#include "mpi/error.hpp"

namespace sonde::engine {

namespace {

/// Computations of a few microseconds are timed together.
std::int64_t calls_of_a_trial(const Loop& loop, std::int64_t units) {
  constexpr double wanted_seconds = 1e-4;
  const double each = static_cast<double>(units) * loop.computation.unit_seconds;
  if (!(each > 0)) return 1;
  const auto most = static_cast<double>(loop.batches.repetitions());
  return std::llround(std::clamp(wanted_seconds / each, 1.0, most));
}

}  // namespace

std::int64_t units_to_burn(const Case& c, const Loop& loop, double pure_seconds) {
  const Computation& computation = loop.computation;
  if (!computation.as_transfer || computation.unit_seconds <= 0) return computation.units;
  double slowest = 0;
  mpi::ok(MPI_Allreduce(&pure_seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, c.comm), "MPI_Allreduce");
  const double each = slowest / static_cast<double>(loop.batches.repetitions());
  return std::max<std::int64_t>(1, std::llround(each / computation.unit_seconds));
}

ComputationAlone::ComputationAlone(const Case& c, const Loop& loop, std::int64_t units)
    : case_(c), loop_(loop), units_(units) {}

void ComputationAlone::run() {
  const auto trials = std::clamp<std::int64_t>(loop_.batches.repetitions() / 2, 1, 5);
  const auto calls = calls_of_a_trial(loop_, units_);
  loop_.line_up(case_, loop_);
  for (std::int64_t i = 0; i < trials; ++i) {
    const double start = MPI_Wtime();
    for (std::int64_t left = calls; left > 0; --left) static_cast<void>(loop_.computation.burn(units_));
    seconds_.push_back((MPI_Wtime() - start) / static_cast<double>(calls));
  }
  std::ranges::sort(seconds_);
}

double ComputationAlone::median() const {
  const std::size_t middle = seconds_.size() / 2;
  if (seconds_.size() % 2 == 1) return seconds_[middle];
  return (seconds_[middle - 1] + seconds_[middle]) / 2;
}

double ComputationAlone::spread() const {
  return median() > 0 ? (seconds_.back() - seconds_.front()) / median() : 0;
}

}  // namespace sonde::engine
