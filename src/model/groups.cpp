#include "model/groups.hpp"

#include <map>

namespace sonde::model {

namespace {

/// Where runs of different numbers of pairs are launches of their own, one each tells nothing of launches.
bool launches_repeat(std::span<const Sample> samples) {
  constexpr std::size_t fewest = 3;
  std::map<int, std::set<int>> of_pairs;
  for (const Sample& s : samples) of_pairs[s.pairs].insert(s.launch);
  return std::ranges::all_of(of_pairs, [](const auto& one) { return one.second.size() >= fewest; });
}

}  // namespace

void widen_by_rounding(const LinearProblem& problem, std::span<const Sample> samples,
                       std::vector<double>& half_widths) {
  std::vector<double> of_y;
  for (const Sample& s : samples) of_y.push_back(s.rounding);
  if (std::ranges::all_of(of_y, [](double one) { return one == 0; })) return;
  const auto open = reach(problem, of_y);
  for (std::size_t i = 0; i < open.size(); ++i) half_widths[i] += open[i];
}

std::vector<double> half_widths(const LinearProblem& problem, const LinearSolution& solution,
                                std::span<const Sample> samples) {
  std::vector<double> out;
  for (const double error : solution.error)
    out.push_back(t_factor(problem.points() - problem.columns) * error);
  if (launches_repeat(samples)) {
    const auto [groups, launches] = groups_of(samples, [](const Sample& s) { return s.launch; });
    const auto by_launch = errors_by_group(problem, groups);
    for (std::size_t i = 0; i < by_launch.size(); ++i)
      out[i] = std::max(out[i], t_factor(launches - 1) * by_launch[i]);
  }
  widen_by_rounding(problem, samples, out);
  return out;
}

}  // namespace sonde::model
