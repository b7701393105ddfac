// Transfers that are started and finished, and the computation between the two (guide 4.2.5): files and
// non-blocking collectives alike.
#pragma once
#include <mpi.h>

#include <concepts>
#include <cstdint>
#include <numeric>
#include <vector>

#include "engine/case.hpp"
#include "engine/steps.hpp"

namespace sonde::engine {

/// `At`: what a repetition works on.
template <class P, class At = Slot>
concept SplitPattern = requires(const typename P::Context& c, At at, typename P::Handle& h) {
  { P::start(c, at) } -> std::same_as<typename P::Handle>;
  P::finish(c, at, h);
};

/// A transfer that MPI_Test can help on its way.
template <class P, class At = Slot>
concept TestedPattern = SplitPattern<P, At> && requires(typename P::Handle& h) {
  P::test(h);
};

/// How many units a repetition burns: what was asked for, or (-cpu_secs match) as long as the transfer of the
/// slowest rank took. Collective over the group in the second case.
[[nodiscard]] std::int64_t units_to_burn(const Case& c, const Loop& loop, double pure_seconds);

/// The computation of a repetition alone, timed a few times before the overlapped loop and as often after it:
/// how fast a processor computes changes while a table grows.
class ComputationAlone {
 public:
  ComputationAlone(const Case& c, const Loop& loop, std::int64_t units);
  /// Up to five trials, as they are many enough for a median and take little beside the loop; each of as many
  /// computations as can be timed. Lines up before.
  void run();
  [[nodiscard]] double median() const;  ///< seconds of one repetition
  [[nodiscard]] double spread() const;  ///< (slowest - fastest) / median; 0 where the clock does not move

 private:
  const Case& case_;
  const Loop& loop_;
  std::int64_t units_;
  std::vector<double> seconds_;
};

/// Started, computed beside, finished.
template <class P, class At>
requires SplitPattern<P, At>
void transfer_beside(const typename P::Context& context, const At& at, const Computation& computation,
                     std::int64_t units) {
  auto handle = P::start(context, at);
  static_cast<void>(computation.burn(units));
  P::finish(context, at, handle);
}

/// The same with calls of MPI_Test in even distances, whose time is added to `tested`.
template <class P, class At>
requires TestedPattern<P, At>
void transfer_beside_tests(const typename P::Context& context, const At& at, const Computation& computation,
                           std::int64_t units, double& tested) {
  const std::int64_t part = units / (computation.tests + 1);
  auto handle = P::start(context, at);
  for (std::int64_t left = computation.tests; left > 0; --left) {
    static_cast<void>(computation.burn(part));
    const double start = MPI_Wtime();
    P::test(handle);
    tested += MPI_Wtime() - start;
  }
  static_cast<void>(computation.burn(units - computation.tests * part));
  P::finish(context, at, handle);
}

/// The second and the third loop of run_three_loops.
template <class Beside>
void run_beside_computation(const Case& c, const Loop& loop, LoopSample& sample, const Beside& both) {
  sample.pure = std::accumulate(sample.batch_seconds.begin(), sample.batch_seconds.end(), 0.0);
  const std::int64_t units = units_to_burn(c, loop, sample.pure);
  ComputationAlone alone(c, loop, units);
  if (loop.between) loop.between();
  alone.run();
  both(units);
  sample.overlapped = std::accumulate(sample.batch_seconds.begin(), sample.batch_seconds.end(), 0.0);
  alone.run();
  sample.cpu = static_cast<double>(loop.batches.repetitions()) * alone.median();
  sample.cpu_spread = alone.spread();
}

/// The three loops of a benchmark beside computation: the transfers alone, which set the amount of
/// computation that all ranks agree on; the computation alone, before and after; both together, from the same
/// repetition on. `transfers` and `both` leave their times in the batches of the sample.
template <class Alone, class Beside>
void run_three_loops(const Case& c, const Loop& loop, LoopSample& sample, const Alone& transfers,
                     const Beside& both) {
  transfers();
  run_beside_computation(c, loop, sample, both);
}

}  // namespace sonde::engine
