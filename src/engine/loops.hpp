// The timed loops. Between two clock reads stand the MPI calls of the pattern, the ring step and an integer
// compare; which pattern, which role and which clocking were chosen before (docs/design/measuring.md).
#pragma once
#include <mpi.h>

#include <concepts>
#include <cstdint>

#include "engine/case.hpp"

namespace sonde::engine {

/// A benchmark whose ranks all do the same.
template <class P>
concept Pattern = requires(const typename P::Context& c, Slot s) {
  P::repetition(c, s);
};

/// A benchmark of two roles: rank 0 is active, the others passive.
template <class P>
concept PairPattern = requires(const typename P::Context& c, Slot s) {
  P::active(c, s);
  P::passive(c, s);
};

/// All n repetitions inside the clock, which is read between batches (guide 5.2.8.1).
/// Flattened: the pattern's calls are inlined even where the compiler finds them large. The steps are copied
/// to where the compiler can take them apart.
template <class At, class Body>
[[gnu::flatten]] void time_loop(const BatchShape& batches, const At& from, double* stamp, const Body& body) {
  At at = from;
  *stamp = MPI_Wtime();
  for (int batch = 0; batch < batches.count; ++batch) {
    for (std::int64_t left = batches.length(batch); left > 0; --left) {
      body(at.slot());
      at.step();
    }
    *++stamp = MPI_Wtime();
  }
}

/// Every call timed by itself, and a barrier after it outside the clock (-sync): sums per batch.
template <class At, class Body>
[[gnu::flatten]] void time_calls(const Case& c, const At& from, double* sum, const Body& body) {
  At at = from;
  for (int batch = 0; batch < c.batches.count; ++batch) {
    double seconds = 0;
    for (std::int64_t left = c.batches.length(batch); left > 0; --left) {
      const double start = MPI_Wtime();
      body(at.slot());
      seconds += MPI_Wtime() - start;
      at.step();
      c.between_calls(c);
    }
    *sum++ = seconds;
  }
}

/// Turns the clock readings of a whole loop into durations.
void take_differences(Sample& sample);

/// Lines up, then times `body` the way the case asks for, from slot to slot of `at`.
template <class At, class Body>
void time_body(const Case& c, Sample& sample, const At& at, const Body& body) {
  sample.prepare(c.batches.count);
  c.line_up(c);
  if (c.clocking == Clocking::whole_loop) {
    time_loop(c.batches, at, sample.stamps.data(), body);
    take_differences(sample);
  } else {
    time_calls(c, at, sample.batch_seconds.data(), body);
  }
}

template <Pattern P>
void measure(Case& c, Sample& sample) {
  const auto context = P::Context::of(c);
  time_body(
      c, sample, c.steps, [context](const Slot& s) __attribute__((flatten)) { P::repetition(context, s); });
}

template <PairPattern P>
void measure_pair(Case& c, Sample& sample) {
  const auto context = P::Context::of(c);
  if (c.rank == 0)
    time_body(
        c, sample, c.steps, [context](const Slot& s) __attribute__((flatten)) { P::active(context, s); });
  else
    time_body(
        c, sample, c.steps, [context](const Slot& s) __attribute__((flatten)) { P::passive(context, s); });
}

}  // namespace sonde::engine
