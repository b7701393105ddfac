// What contention leaves of a rate: after the measured loop the slowest rank runs the same loop with its
// partner, alone.
#pragma once
#include "args/settings.hpp"
#include "base/boxed.hpp"
#include "case_setup/failure.hpp"
#include "case_setup/team.hpp"
#include "engine/case.hpp"
#include "measuring/measure.hpp"
#include "plan/planned_case.hpp"
#include "record/record.hpp"

namespace sonde::survey {

struct ContentionSurvey {
  Boxed<record::Contention> survey;  ///< on the first rank of the group
  std::optional<case_setup::Failure> failure;
  bool out_of_time = false;  ///< -budget leaves no time for it
};

/// Whether the case has it: all processes are in one group, which alone uses the network, and an output shows
/// it (-stats, -json). Equal on all ranks.
[[nodiscard]] bool tells_contention(const Settings& settings, const PlannedCase& planned);

/// Runs a quarter of the repetitions as a warm-up, then as many as the measured loop had. `loop` is that
/// which has been measured: what is drawn is drawn again. Nothing where that takes longer than the `spare`
/// seconds that the first rank gives; no end of them stands on all ranks. Collective over the group.
[[nodiscard]] ContentionSurvey survey_contention(const Plan& plan, const PlannedCase& planned,
                                                 const case_setup::Team& team, const Case& c,
                                                 const Loop& loop, const measuring::Measured& measured,
                                                 double spare);

}  // namespace sonde::survey
