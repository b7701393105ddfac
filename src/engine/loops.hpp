// The timed loops. Between two clock reads stand the MPI calls of the pattern, the ring step and an integer
// compare; which pattern, which role and which clocking were chosen before (docs/design/measuring.md).
#pragma once
#include <mpi.h>

#include <cstdint>

#include "engine/case.hpp"
#include "engine/loop_state.hpp"

namespace sonde::engine {

/// A benchmark whose ranks all do the same.
template <class P>
concept Pattern = requires(const typename P::Context& c, Slot s) {
  P::repetition(c, s);
};

/// A benchmark of two roles: the first half of the ranks is active, the second half passive.
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

/// Every call timed by itself, and what follows it outside the clock (-sync: a barrier; -tails: counting it):
/// sums per batch. A function of its own that takes a copy of `body`: inlined, or with a reference to what
/// `time_loop` uses too, it would cost the registers of that loop.
template <class At, class Body>
[[gnu::flatten, gnu::noinline]] void time_calls(const Case& c, const Loop& loop, const At& from,
                                                LoopSample& sample, const Body body) {
  At at = from;
  double* sum = sample.batch_seconds.data();
  for (int batch = 0; batch < loop.batches.count; ++batch) {
    double seconds = 0;
    for (std::int64_t left = loop.batches.length(batch); left > 0; --left) {
      const double start = MPI_Wtime();
      body(at.slot());
      const double call = MPI_Wtime() - start;
      seconds += call;
      if (loop.keeps_calls) (batch == 0 ? sample.first_calls : sample.further_calls).add(call);
      at.step();
      loop.between_calls(c, loop);
    }
    *sum++ = seconds;
  }
}

/// Room for what a loop leaves in the sample, before the clock starts. Not inline: it would take registers
/// from loops.
void make_room(const Loop& loop, LoopSample& sample);

/// An idle rank's part of a loop: lines up, and reports no time.
void line_up_idle(const Case& c, const Loop& loop, LoopSample& sample);

/// Turns the clock readings of a whole loop into durations.
void fill_batch_seconds(LoopSample& sample);

/// Lines up, then times `body` the way the loop asks for, from slot to slot of `at`.
template <class At, class Body>
void time_body(const Case& c, const Loop& loop, LoopSample& sample, const At& at, const Body& body) {
  make_room(loop, sample);
  loop.line_up(c, loop);
  if (loop.clocking == Clocking::each_call) return time_calls(c, loop, at, sample, body);
  time_loop(loop.batches, at, sample.stamps.data(), body);
  fill_batch_seconds(sample);
}

template <Pattern P>
void time_pattern(const Case& c, const Loop& loop, LoopSample& sample, const typename P::Context& kept) {
  time_body(
      c, loop, sample, c.steps.after(loop.first), [context = kept](const Slot& s) __attribute__((flatten)) {
        P::repetition(context, s);
      });
}

template <Pattern P>
void measure(const Case& c, const Loop& loop, LoopSample& sample) {
  PatternScope<P> around(c, loop);
  const auto time = [&] { time_pattern<P>(c, loop, sample, around.context); };
  time();
  if constexpr (Restarts<P>) start_again(loop, [&] { rewind(around), time(); });
  confirm<P>(around.context);
}

template <PairPattern P>
void time_pair(const Case& c, const Loop& loop, LoopSample& sample, const typename P::Context& kept) {
  const Steps steps = c.steps.after(loop.first);
  if (loop.role == Role::first_half)
    time_body(
        c, loop, sample,
        steps, [context = kept](const Slot& s) __attribute__((flatten)) { P::active(context, s); });
  else if (loop.role == Role::second_half)
    time_body(
        c, loop, sample,
        steps, [context = kept](const Slot& s) __attribute__((flatten)) { P::passive(context, s); });
  else
    line_up_idle(c, loop, sample);
}

template <PairPattern P>
void measure_pair(const Case& c, const Loop& loop, LoopSample& sample) {
  PatternScope<P> around(c, loop);
  const auto time = [&] { time_pair<P>(c, loop, sample, around.context); };
  time();
  if constexpr (Restarts<P>) start_again(loop, [&] { rewind(around), time(); });
  if (loop.role != Role::idle) confirm<P>(around.context);
}

}  // namespace sonde::engine
