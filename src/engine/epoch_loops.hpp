// Loops of transfers that need to be completed: M transfers and one completion (aggregate), or a completion
// after each (non-aggregate); guide 4.2.2.2.2, figure 5, and 5.2.8.2.
#pragma once
#include <mpi.h>

#include <cstdint>
#include <limits>

#include "engine/case.hpp"
#include "engine/loops.hpp"

namespace sonde::engine {

/// Of one-sided transfers. Displacements in the window are bytes.
struct WindowContext {
  MPI_Win window;
  int peer;
  int count;
  MPI_Datatype type;
  MPI_Op op;

  static WindowContext of(const Case& c) {
    return {c.window, c.size == 2 ? 1 - c.rank : MPI_PROC_NULL, c.count, c.type, c.op};
  }
};

/// As WindowContext, with messages counted in bytes (guide tables 3 to 6) where the count fits; else in the
/// elements of the case.
struct ByteWindowContext : WindowContext {
  static ByteWindowContext of(const Case& c) {
    ByteWindowContext out{WindowContext::of(c)};
    if (c.bytes <= std::numeric_limits<int>::max()) {
      out.count = static_cast<int>(c.bytes);
      out.type = MPI_BYTE;
    }
    return out;
  }
};

/// Transfers that are issued, and completed later. Where ranks have roles only the first half issues; the
/// second half completes, and idle ranks, the targets of passive epochs, do nothing.
template <class P>
concept EpochPattern = requires(const typename P::Context& c, Slot s) {
  P::issue(c, s);
  P::complete(c);
};

/// n transfers and one completion between two clock reads: one batch, whatever the case asks for, since a
/// clock read in between would time calls that have not moved anything yet. The steps are copied to where the
/// compiler can take them apart.
template <class At, class Issue, class Complete>
[[gnu::flatten]] void time_aggregate(const BatchShape& batches, const At& from, double* stamp,
                                     const Issue& issue, const Complete& complete) {
  At at = from;
  stamp[0] = MPI_Wtime();
  for (std::int64_t left = batches.repetitions(); left > 0; --left) {
    issue(at.slot());
    at.step();
  }
  complete();
  stamp[1] = MPI_Wtime();
}

template <class Complete>
void time_completion(double* stamp, const Complete& complete) {
  stamp[0] = MPI_Wtime();
  complete();
  stamp[1] = MPI_Wtime();
}

/// The buffers of a repetition after `first` others; under passive targets the section of the window beside
/// them.
template <class P>
[[nodiscard]] auto steps_of(const Case& c, std::int64_t first) {
  if constexpr (requires { P::sections; })
    return WindowSteps(c.steps.after(first), c.sections.after(first));
  else
    return c.steps.after(first);
}

template <EpochPattern P>
void measure_aggregate(const Case& c, const Loop& loop, LoopSample& sample) {
  if (loop.role == Role::idle) return line_up_idle(c, loop, sample);
  const PatternScope<P> around(c, loop);
  const auto complete = [context = around.context] { P::complete(context); };
  sample.prepare(1);
  loop.line_up(c, loop);
  if (loop.role == Role::second_half)
    time_completion(sample.stamps.data(), complete);
  else
    time_aggregate(
        loop.batches, steps_of<P>(c, loop.first), sample.stamps.data(),
        [context = around.context](const Slot& s) __attribute__((flatten)) { P::issue(context, s); },
        complete);
  fill_batch_seconds(sample);
}

/// The second half's side of `measure_each_completed`.
template <EpochPattern P>
[[gnu::noinline]] void measure_completions(const Case& c, const Loop& loop, LoopSample& sample) {
  const PatternScope<P> around(c, loop);
  time_body(c, loop, sample, c.steps, [context = around.context](const Slot&) { P::complete(context); });
}

template <EpochPattern P>
void measure_each_completed(const Case& c, const Loop& loop, LoopSample& sample) {
  if (loop.role == Role::idle) return line_up_idle(c, loop, sample);
  if (loop.role == Role::second_half) return measure_completions<P>(c, loop, sample);
  const PatternScope<P> around(c, loop);
  time_body(
      c, loop, sample,
      steps_of<P>(c, loop.first), [context = around.context](const Slot& s) __attribute__((flatten)) {
        P::issue(context, s);
        P::complete(context);
      });
}

}  // namespace sonde::engine
