// Points that may deviate together: those of one launch, of one number of processes, of one length.
#pragma once
#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "model/least_squares.hpp"
#include "model/samples.hpp"

namespace sonde::model {

/// The number of the group of each sample, and how many there are: one for each value of the key, of very
/// many values one for neighbours.
template <class Key>
[[nodiscard]] std::pair<std::vector<int>, int> groups_of(std::span<const Sample> samples, Key key) {
  constexpr std::size_t most_groups = 50;
  std::set<double> different;
  for (const Sample& s : samples) different.insert(key(s));
  const std::vector<double> keys(different.begin(), different.end());
  const std::size_t count = std::min(keys.size(), most_groups);
  std::vector<int> groups;
  for (const Sample& s : samples) {
    const auto at = static_cast<std::size_t>(std::ranges::lower_bound(keys, key(s)) - keys.begin());
    groups.push_back(static_cast<int>(at * count / keys.size()));
  }
  return {groups, static_cast<int>(count)};
}

/// Adds to half of the intervals of a problem solved how far printed digits or a coarse timer leave its
/// parameters open. `samples` are the points of the problem.
void widen_by_rounding(const LinearProblem& problem, std::span<const Sample> samples,
                       std::vector<double>& half_widths);

/// Half of the 95 % interval of each parameter of a problem solved whose points deviate together where they
/// are of one launch; empty where a value of `repeated` (pairs, processes) has fewer than three launches:
/// runs of different ones may be launches of their own, and one each tells nothing of launches.
[[nodiscard]] std::vector<double> half_widths_by_launch(const LinearProblem& problem,
                                                        std::span<const Sample> samples,
                                                        int Sample::*repeated);

/// Half of the 95 % interval of each parameter of a problem solved: of deviations that are independent or,
/// where each number of pairs has three launches or more, common to a launch, whichever is wider; and wider
/// by rounding.
[[nodiscard]] std::vector<double> half_widths(const LinearProblem& problem, const LinearSolution& solution,
                                              std::span<const Sample> samples);

}  // namespace sonde::model
