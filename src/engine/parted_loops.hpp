// Loops of messages that become ready part by part: each part after its share of the computation. Everything
// sent after all of it takes t_pure + t_CPU; what is less than that is what early parts hide.
#pragma once
#include <vector>

#include "engine/split_loops.hpp"

namespace sonde::engine {

/// A transfer that is started with nothing to send yet.
template <class P>
concept PartedPattern = SplitPattern<P> && TestedPattern<P> &&
    requires(const typename P::Context& c, typename P::Handle& h) {
  { P::parts(c) } -> std::same_as<int>;
  P::ready(c, h, 0);
};

/// Units to burn, and what follows them.
struct BurnShare {
  std::int64_t units = 0;
  int part = 0;  ///< which then is ready; -1: a call of MPI_Test
};

/// The computation of a repetition in the order it is done: `parts` shares as even as can be, cut by `tests`
/// calls of MPI_Test in even distances. Parts come in their order.
[[nodiscard]] std::vector<BurnShare> shares_of(std::int64_t units, int parts, std::int64_t tests);

/// Without computation.
template <PartedPattern P>
void time_parts(const Case& c, const Loop& loop, LoopSample& sample, const typename P::Context& kept) {
  time_body(
      c, loop, sample, c.steps.after(loop.first), [context = kept](const Slot& s) __attribute__((flatten)) {
        auto handle = P::start(context, s);
        for (int part = 0; part < P::parts(context); ++part) P::ready(context, handle, part);
        P::finish(context, s, handle);
      });
}

/// Each part after its share, with or without calls of MPI_Test.
template <PartedPattern P>
void time_parts_beside(const Case& c, const Loop& loop, LoopSample& sample, std::int64_t units,
                       const typename P::Context& kept) {
  const Steps steps = c.steps.after(loop.first);
  const auto shares = shares_of(units, P::parts(kept), loop.computation.tests);
  const BurnShare* const first = shares.data();
  const BurnShare* const end = first + shares.size();
  const auto burn = loop.computation.burn;
  if (loop.computation.tests > 0)
    return time_body(
        c, loop, sample, steps, [ context = kept, first, end, burn,
                                  &tested = sample.tested ](const Slot& s) __attribute__((flatten)) {
          auto handle = P::start(context, s);
          for (const BurnShare* share = first; share != end; ++share) {
            static_cast<void>(burn(share->units));
            if (share->part >= 0) {
              P::ready(context, handle, share->part);
              continue;
            }
            const double start = MPI_Wtime();
            P::test(handle);
            tested += MPI_Wtime() - start;
          }
          P::finish(context, s, handle);
        });
  time_body(
      c, loop, sample, steps, [ context = kept, first, end, burn ](const Slot& s) __attribute__((flatten)) {
        auto handle = P::start(context, s);
        for (const BurnShare* share = first; share != end; ++share) {
          static_cast<void>(burn(share->units));
          P::ready(context, handle, share->part);
        }
        P::finish(context, s, handle);
      });
}

/// The message without computation, the computation alone, and both together, with what the pattern keeps for
/// all of them.
template <PartedPattern P>
void measure_parts_beside(const Case& c, const Loop& loop, LoopSample& sample) {
  PatternScope<P> around(c, loop);
  run_three_loops(
      c, loop, sample, [&] { time_parts<P>(c, loop, sample, around.context); },
      [&](std::int64_t units) {
        rewind(around);
        time_parts_beside<P>(c, loop, sample, units, around.context);
      });
}

}  // namespace sonde::engine
