#include "links/investigate.hpp"

#include <algorithm>

namespace sonde::links {

namespace {

constexpr int turns = 4;                 ///< that the trials of a suspect are gone through
constexpr std::size_t second_looks = 4;  ///< trials: two of the suspect, two of healthy pairs
constexpr double worth_trials = 0.5;     ///< of the threshold

/// The trials of each suspect, and the times of as many of them as have been measured.
struct Trials {
  const Suspect* suspect;
  std::vector<Trial> pairs;
  Times times;
};

void add_steps(const Trials& trials, std::size_t count, std::vector<Step>& steps) {
  for (const auto& [from, to, ill] : std::span(trials.pairs).first(count))
    steps.push_back({from, to, trials.suspect->quantity});
}

/// Hands the times of one pass through the first `count` trials to where they belong.
const double* take(Trials& trials, std::size_t count, const double* seconds) {
  for (const auto& [from, to, ill] : std::span(trials.pairs).first(count))
    (ill ? trials.times.suspect : trials.times.healthy).push_back(*seconds++);
  return seconds;
}

bool still_suspect(const Times& times, double threshold) {
  return std::ranges::min(times.suspect) > (1 + worth_trials * threshold) * std::ranges::min(times.healthy);
}

/// Those that are slow at a second look, and those that nothing can be compared with.
void look_again(std::vector<Trials>& all, double threshold, const MeasureAlone& measure) {
  std::vector<Step> steps;
  const auto count = [](const Trials& trials) { return std::min(second_looks, trials.pairs.size()); };
  for (const Trials& trials : all) add_steps(trials, count(trials), steps);
  if (steps.empty()) return;
  const auto seconds = measure(steps);
  const double* at = seconds.data();
  for (Trials& trials : all) at = take(trials, count(trials), at);
  std::erase_if(all, [&](const Trials& trials) {
    return !trials.pairs.empty() && !still_suspect(trials.times, threshold);
  });
}

void try_often(std::vector<Trials>& all, const MeasureAlone& measure) {
  std::vector<Step> steps;
  for (const Trials& trials : all)
    for (int turn = 0; turn < turns; ++turn) add_steps(trials, trials.pairs.size(), steps);
  if (steps.empty()) return;
  const auto seconds = measure(steps);
  const double* at = seconds.data();
  for (Trials& trials : all) {
    trials.times = {};
    for (int turn = 0; turn < turns; ++turn) at = take(trials, trials.pairs.size(), at);
  }
}

}  // namespace

std::vector<Finding> investigate(const Map& map, const Blocks& blocks, double threshold,
                                 const MeasureAlone& measure) {
  const auto suspects = suspects_of(map, blocks, threshold);
  std::vector<Trials> all;
  all.reserve(suspects.size());
  for (const Suspect& suspect : suspects) all.push_back({&suspect, trials_of(suspect, blocks, suspects), {}});
  look_again(all, threshold, measure);
  try_often(all, measure);
  std::vector<Suspect> left;
  std::vector<Times> times;
  left.reserve(all.size());
  times.reserve(all.size());
  for (const Trials& trials : all) {
    left.push_back(*trials.suspect);
    times.push_back(trials.times);
  }
  return judge(left, times, threshold);
}

}  // namespace sonde::links
