#include "model/groups.hpp"

#include <map>

namespace sonde::model {

void widen_by_rounding(const LinearProblem& problem, std::span<const Sample> samples,
                       std::vector<double>& half_widths) {
  std::vector<double> of_y;
  for (const Sample& s : samples) of_y.push_back(s.rounding);
  if (std::ranges::all_of(of_y, [](double one) { return one == 0; })) return;
  const auto open = reach(problem, of_y);
  for (std::size_t i = 0; i < open.size(); ++i) half_widths[i] += open[i];
}

std::vector<double> half_widths_by_launch(const LinearProblem& problem, std::span<const Sample> samples,
                                          int Sample::*repeated) {
  constexpr std::size_t fewest = 3;
  std::map<int, std::set<int>> of_value;
  for (const Sample& s : samples) of_value[s.*repeated].insert(s.launch);
  if (std::ranges::any_of(of_value, [](const auto& one) { return one.second.size() < fewest; })) return {};
  const auto [groups, launches] = groups_of(samples, [](const Sample& s) { return s.launch; });
  auto widths = errors_by_group(problem, groups);
  for (double& width : widths) width *= t_factor(launches - 1);
  return widths;
}

std::vector<double> half_widths(const LinearProblem& problem, const LinearSolution& solution,
                                std::span<const Sample> samples) {
  std::vector<double> out;
  for (const double error : solution.error)
    out.push_back(t_factor(problem.points() - problem.columns) * error);
  const auto by_launch = half_widths_by_launch(problem, samples, &Sample::pairs);
  for (std::size_t i = 0; i < by_launch.size(); ++i) out[i] = std::max(out[i], by_launch[i]);
  widen_by_rounding(problem, samples, out);
  return out;
}

}  // namespace sonde::model
