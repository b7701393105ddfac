// Whether transfers to a passive target are completed while the target computes: the same transfers, timed
// with the target waiting in the MPI library, and with the target computing.
#pragma once
#include <mpi.h>

#include "engine/epoch_loops.hpp"
#include "engine/overlap_loops.hpp"

namespace sonde::engine {

inline constexpr int turn_tag = 11;

/// The target tells the origin that it begins to compute, and the origin the target that its transfer is
/// completed:
/// outside the clock. A barrier in their place might complete the transfer of a rank that left it first.
struct Turns {
  MPI_Comm comm;
  int peer;
  static Turns of(const Case& c) { return {c.comm, c.size == 2 ? 1 - c.rank : MPI_PROC_NULL}; }
  void tell() const;
  void wait() const;
};

/// One loop at the origin: seconds within the clock, over all repetitions.
template <EpochPattern P>
[[gnu::flatten]] double time_transfers(const Turns& turns, const typename P::Context& context,
                                       const WindowSteps& from, std::int64_t repetitions) {
  WindowSteps at = from;
  double seconds = 0;
  for (std::int64_t left = repetitions; left > 0; --left) {
    turns.wait();
    const double start = MPI_Wtime();
    P::issue(context, at.slot());
    P::complete(context);
    seconds += MPI_Wtime() - start;
    turns.tell();
    at.step();
  }
  return seconds;
}

/// The target's part: computes `units` in each repetition, or nothing.
void keep_away(const Turns& turns, const Computation& computation, std::int64_t units,
               std::int64_t repetitions);

/// How many units the target computes: what was asked for, or as long as the transfer of this rank took.
template <EpochPattern P>
void measure_passive_progress(const Case& c, const Loop& loop, LoopSample& sample) {
  const auto context = P::Context::of(c);
  const Turns turns = Turns::of(c);
  const std::int64_t repetitions = loop.batches.repetitions();
  const auto once = [&](std::int64_t units) {
    sample.prepare(1);
    loop.line_up(c, loop);
    if (loop.role == Role::idle) return keep_away(turns, loop.computation, units, repetitions);
    sample.batch_seconds[0] = time_transfers<P>(turns, context, steps_of<P>(c, loop.first), repetitions);
  };
  run_three_loops(
      c, loop, sample, [&] { once(0); }, once);
}

}  // namespace sonde::engine
