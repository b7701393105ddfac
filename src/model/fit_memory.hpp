// Memory of a process against the number of processes: what a library takes for itself, and for each peer.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/fitted.hpp"
#include "record/record.hpp"

namespace sonde::model {

/// One reading of a run: the median over its ranks of what they have taken since an earlier point.
struct MemorySample {
  std::string point;      ///< "init", "alltoall", ...
  int processes = 0;      ///< P
  double bytes = 0;       ///< less those at the earlier point
  bool resident = false;  ///< of a kernel without sizes by sharing
  double rounding = 0;    ///< bytes that pages leave open, each way

  bool operator==(const MemorySample&) const = default;
};

/// What is taken out of a record.
struct MemoryChoice {
  std::string quantity = "private";   ///< or "pss", "shared"
  std::string since = "before_init";  ///< the earlier point
  std::string point{};                ///< this one alone; empty: all that follow
};

/// In the order of the record; of a run without memory, or without the points that are asked for, nothing.
[[nodiscard]] std::vector<MemorySample> memory_samples_of(const record::Run& run, const MemoryChoice& choice);

/// M = base + slope (P - 1) by least squares, for each point in the order of the first record; intervals hold
/// what pages leave open. `at`: a number of processes to say M of (0: none), with a note where it is an
/// extrapolation. An error where all samples are of one number of processes.
[[nodiscard]] Result<std::vector<FittedCurve>> fit_memory(std::span<const MemorySample> samples,
                                                          const MemoryChoice& choice, int at = 0);

}  // namespace sonde::model
