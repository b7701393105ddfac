#include "patterns/own.hpp"

#include "engine/split_loops.hpp"

namespace sonde::patterns {

Mode own_mode(const sonde_benchmark& row) {
  if (row.active != nullptr) return {"", Counting::per_sample, engine::measure_pair<OwnPair>};
  if (row.start != nullptr) return {"", Counting::per_sample, engine::measure_beside<OwnSplit>};
  return {"", Counting::per_sample, engine::measure<OwnRepetition>};
}

}  // namespace sonde::patterns
