#include "campaign/against.hpp"

#include <algorithm>

namespace sonde::campaign {

std::vector<analysis::Comparison> against_first(const Runs& runs, const CampaignPlan& plan, double threshold,
                                                std::size_t looks) {
  const auto runs_of = [&](const PlannedCommand& side) -> std::span<const record::Run> {
    const auto found = runs.find(side.name);
    if (found == runs.end()) return {};
    return found->second;
  };
  const auto others = std::span(plan.commands).subspan(1);
  std::vector<analysis::Comparison> out;
  for (const PlannedCommand& other : others)
    out.push_back(
        analysis::compare(runs_of(plan.commands[0]), runs_of(other), threshold, others.size() * looks));
  return out;
}

std::vector<int> looks_at(int launches) {
  std::vector<int> out;
  for (int next = 4; next < launches; next += next / 2) out.push_back(next);
  out.push_back(launches);
  return out;
}

bool decided(const analysis::ComparedCase& compared, double precision) {
  constexpr double level = 0.95;
  if (!compared.on_both_sides() || analysis::proved_different(compared)) return true;
  return compared.level >= level && compared.low >= 1 / (1 + precision) && compared.high <= 1 + precision;
}

bool all_decided(std::span<const analysis::Comparison> comparisons, double precision) {
  return std::ranges::all_of(comparisons, [=](const analysis::Comparison& one) {
    return one.base_runs > 0 && one.new_runs > 0 &&
           std::ranges::all_of(one.cases, [=](const auto& c) { return decided(c, precision); });
  });
}

}  // namespace sonde::campaign
