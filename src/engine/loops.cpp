#include "engine/loops.hpp"

namespace sonde::engine {

void make_room(const Loop& loop, LoopSample& sample) {
  sample.prepare(loop.batches.count);
  if (!loop.keeps_calls) return;
  sample.first_calls.prepare();
  sample.further_calls.prepare();
}

void line_up_idle(const Case& c, const Loop& loop, LoopSample& sample) {
  sample.prepare(loop.batches.count);
  loop.line_up(c, loop);
}

void fill_batch_seconds(LoopSample& sample) {
  for (std::size_t i = 0; i < sample.batch_seconds.size(); ++i)
    sample.batch_seconds[i] = sample.stamps[i + 1] - sample.stamps[i];
}

}  // namespace sonde::engine
