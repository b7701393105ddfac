// A simulated measurement: one record a message length, as the benchmark would leave behind.
#pragma once
#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "model/simulate.hpp"
#include "record/record.hpp"

namespace sonde::model {

struct Sweep {
  PingPongSetup setup;  ///< bytes and repetitions are set for each length
  std::vector<std::int64_t> lengths;
  std::int64_t fixed_repetitions = 0;  ///< above 0: instead of repetitions()
};

/// Multi-PingPong of `setup.pairs` groups of two (PingPong for one pair): times per group over 2 n, as the
/// table has them; Mbytes of 2^20. The header carries the setup. The same sweep gives the same run.
[[nodiscard]] Result<record::Run> simulated_run(const Sweep& sweep);

/// The lengths 2^(i / steps) from 2^low to 2^high, rounded, each once.
[[nodiscard]] std::vector<std::int64_t> octave_lengths(int low, int high, int steps);

}  // namespace sonde::model
