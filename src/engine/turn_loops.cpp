#include "engine/turn_loops.hpp"

namespace sonde::engine {

void keep_side(Sample& all, std::vector<double>& seconds, const Sample& side) {
  seconds.insert(seconds.end(), side.batch_seconds.begin(), side.batch_seconds.end());
  if (&seconds != &all.batch_seconds) return;
  all.further_calls.merge(side.first_calls);
}

}  // namespace sonde::engine
