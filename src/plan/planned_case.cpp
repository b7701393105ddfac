#include "plan/planned_case.hpp"

#include "plan/lengths.hpp"
#include "plan/repetitions.hpp"

namespace sonde {

std::vector<PlannedCase> cases_of(const Settings& settings, const TableRun& section, std::size_t lane) {
  const Lane& one = section.lanes.at(lane);
  std::vector<PlannedCase> cases;
  for (const std::int64_t bytes : lengths_for(settings, *one.benchmark))
    cases.push_back({&section,
                     one,
                     bytes,
                     cases.size(),
                     wanted_repetitions(settings, *one.benchmark, one.mode, bytes, one.ranks),
                     {}});
  return cases;
}

std::vector<PlannedCase> in_each_pattern(const PlannedCase& planned) {
  const std::size_t patterns = planned.section->arrivals.size();
  if (patterns == 0 || planned.arrival) return {planned};
  std::vector<PlannedCase> cases(patterns, planned);
  for (std::size_t i = 0; i < patterns; ++i) cases[i].arrival = i;
  return cases;
}

std::vector<PlannedCase> cases_of(const Settings& settings, const Plan& plan) {
  std::vector<PlannedCase> cases;
  for (const TableRun& section : plan.sections) {
    if (!section.refusal.empty()) continue;
    const auto more = cases_of(settings, section);
    cases.insert(cases.end(), more.begin(), more.end());
  }
  return cases;
}

}  // namespace sonde
