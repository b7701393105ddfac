// From the links that each rank has measured to findings: the map on the first rank, and trials of what looks
// slow in it.
#pragma once
#include <functional>

#include "args/settings.hpp"
#include "base/boxed.hpp"
#include "case_setup/failure.hpp"
#include "case_setup/team.hpp"
#include "engine/case.hpp"
#include "links/trial_findings.hpp"
#include "measuring/measure.hpp"
#include "plan/planned_case.hpp"

namespace sonde::survey {

struct LinkSurvey {
  Boxed<links::Survey> survey;  ///< on the first rank of the group
  std::optional<case_setup::Failure> failure;
  bool out_of_time = false;  ///< on the first rank of the group: -budget cut the trials short
};

/// Seconds that -budget leaves for a survey, asked again and again on the first rank.
using SpareSeconds = std::function<double()>;

/// Collective over the group. Trials end where `spare` does; half a `timer_step`, in seconds, counts for what
/// looks slow. The map has players² numbers on the first rank, as many as there are players on the others; it
/// goes into the survey for up to 256 players, or where -samples all asks for it.
[[nodiscard]] LinkSurvey survey_links(const Settings& settings, const Plan& plan, const PlannedCase& planned,
                                      const case_setup::Team& team, const Case& c, const Loop& loop,
                                      const measuring::Measured& measured, double timer_step,
                                      const SpareSeconds& spare);

}  // namespace sonde::survey
