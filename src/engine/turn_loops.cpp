#include "engine/turn_loops.hpp"

namespace sonde::engine {

void keep_side(LoopSample& all, std::vector<double>& seconds, const LoopSample& side) {
  seconds.insert(seconds.end(), side.batch_seconds.begin(), side.batch_seconds.end());
  if (&seconds != &all.batch_seconds) return;
  all.further_calls.merge(side.first_calls);
}

}  // namespace sonde::engine
