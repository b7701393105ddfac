// The short loops before the measured one: they warm up, and tell how many repetitions fit and how long
// batches must be.
#pragma once
#include <cstdint>
#include <optional>

#include "args/settings.hpp"
#include "case_setup/failure.hpp"
#include "engine/case.hpp"
#include "plan/planned_case.hpp"

namespace sonde::measuring {

/// What the warm-up needs to know of the loop that follows.
struct WarmUpFacts {
  double loop_seconds = 10;   ///< what it may take
  bool first_length = false;  ///< the section has measured nothing yet (guide 5.2.6)
  double read_seconds = 0;    ///< of the clock
};

struct WarmUpResult {
  double seconds_per_repetition = 0;  ///< typical, of the slowest rank of all groups, with its computation
  double least_seconds = 0;           ///< of a repetition: batches must be long against the clock even so
  std::int64_t repetitions = 0;
  std::optional<case_setup::Failure> failure;
};

/// Runs rounds of repetitions, ranks lined up before each, as many as stats::next_round asks for. Files are
/// probed without computation, other transfers beside it at the end with what will be computed. Its times are
/// never counted. Collective over all active ranks, which agree on the result.
[[nodiscard]] WarmUpResult warm_up(const Settings& settings, const PlannedCase& planned, const Case& c,
                                   const Loop& measured, const WarmUpFacts& facts);

}  // namespace sonde::measuring
