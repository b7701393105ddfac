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

/// The links as the ranks of a team have measured them, and how they are tried again.
struct LinkRun {
  const case_setup::Team& team;
  const Case& prepared;
  const Loop& loop;
  const measuring::Measured& measured;
  double timer_step;  ///< seconds, of which half counts for what looks slow
  SpareSeconds spare;
};

/// Collective over the group. Trials end where `spare` does. The map has players² numbers on the first rank,
/// as many as there are players on the others; it goes into the survey for up to 256 players, or where
/// -samples all asks for it.
[[nodiscard]] LinkSurvey survey_links(const Settings& settings, const Plan& plan, const PlannedCase& planned,
                                      const LinkRun& run);

}  // namespace sonde::survey
