// Several threads of a rank in one loop. A thread is like one more rank of a job of its own: it has a case of
// its own (communicator, buffers) and runs the same loop as a rank of a single thread does.
#pragma once
#include "engine/loops.hpp"

namespace sonde::engine {

/// Runs `measure` on this thread for the case, and on the threads of its crew for its further threads, whose
/// samples are `sample.others`. The threads line up, then the ranks, then the threads again. Where a thread
/// throws, the others go on without it, loop.at_failure hears of it, and this one throws the same when all
/// have ended.
void run_threads(const Case& c, const Loop& loop, LoopSample& sample, Measure measure);

template <Measure measure>
void measure_threads(const Case& c, const Loop& loop, LoopSample& sample) {
  run_threads(c, loop, sample, measure);
}

}  // namespace sonde::engine
