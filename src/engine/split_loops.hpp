// Loops of non-blocking transfers without a file: alone, and beside computation.
#pragma once
#include "engine/loops.hpp"
#include "engine/overlap_loops.hpp"

namespace sonde::engine {

/// Started and finished at once.
template <SplitPattern P>
void measure_split(const Case& c, const Loop& loop, LoopSample& sample) {
  const PatternScope<P> around(c, loop);
  time_body(
      c, loop, sample,
      c.steps.after(loop.first), [context = around.context](const Slot& s) __attribute__((flatten)) {
        auto handle = P::start(context, s);
        P::finish(context, s, handle);
      });
}

/// The loop beside computation, with or without calls of MPI_Test.
template <SplitPattern P>
void time_beside(const Case& c, const Loop& loop, LoopSample& sample, std::int64_t units) {
  const PatternScope<P> around(c, loop);
  const Steps steps = c.steps.after(loop.first);
  const Computation& computation = loop.computation;
  if constexpr (TestedPattern<P>) {
    if (computation.tests > 0)
      return time_body(
          c, loop, sample, steps,
          [ context = around.context, computation, units, &tested = sample.tested ](const Slot& s)
              __attribute__((flatten)) { transfer_beside_tests<P>(context, s, computation, units, tested); });
  }
  time_body(
      c, loop, sample, steps,
      [ context = around.context, computation, units ](const Slot& s)
          __attribute__((flatten)) { transfer_beside<P>(context, s, computation, units); });
}

template <SplitPattern P>
void measure_beside(const Case& c, const Loop& loop, LoopSample& sample) {
  run_three_loops(
      c, loop, sample, [&] { measure_split<P>(c, loop, sample); },
      [&](std::int64_t units) { time_beside<P>(c, loop, sample, units); });
}

}  // namespace sonde::engine
