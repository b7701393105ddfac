// Profiles for PGMPITuneLib, a library that replaces collectives by compositions (mock-ups) where those are
// faster.
#pragma once
#include <string>
#include <vector>

#include "analysis/guidelines.hpp"

namespace sonde::reports {

struct TuningProfile {
  std::string file;  ///< "allgather-4.prf"
  std::string text;
};

/// One for each collective and number of processes of which a composition is proved faster: for each measured
/// length the fastest one that the library has. Lines are the MPI function, the processes, how many mock-ups,
/// each with its number, how many ranges, each as first and last length in bytes and the number of its
/// mock-up. Ranges reach from one measured length to the next only where both have the same answer. Left out
/// are cases with labels, modes or several groups: a profile cannot tell them apart.
[[nodiscard]] std::vector<TuningProfile> tuning_profiles(const analysis::GuidelineCheck& check);

}  // namespace sonde::reports
