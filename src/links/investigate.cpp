#include "links/investigate.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "links/suspects.hpp"
#include "links/trials.hpp"
#include "stats/order.hpp"

namespace sonde::links {

namespace {

constexpr std::size_t full_trials = 24;  ///< of each suspect that stays one
constexpr std::size_t second_looks = 6;  ///< three in each direction, if both are suspect
constexpr double worth_trials = 0.5;     ///< of the threshold

/// The comparisons of each suspect, and the times of as many of them as have been measured.
struct Trials {
  Suspect suspect;
  std::vector<PairComparison> comparisons;
  TrialTimes times{};
};

/// So many comparisons of a suspect: the first ones, over and over.
std::vector<const PairComparison*> chosen(const Trials& trials, std::size_t count) {
  std::vector<const PairComparison*> out;
  const std::size_t known = trials.comparisons.size();
  for (std::size_t i = 0; known > 0 && i < count; ++i) out.push_back(&trials.comparisons[i % known]);
  return out;
}

std::size_t steps_of(const std::vector<const PairComparison*>& comparisons) {
  std::size_t steps = 0;
  for (const PairComparison* one : comparisons) steps += 1 + one->healthy.size();
  return steps;
}

TrialTimes times_of(const std::vector<const PairComparison*>& comparisons, std::span<const double> seconds) {
  TrialTimes times;
  for (const PairComparison* one : comparisons) {
    times.suspect.push_back(seconds.front());
    times.healthy.push_back(expected_seconds(seconds.subspan(1, one->healthy.size())));
    seconds = seconds.subspan(1 + one->healthy.size());
  }
  return times;
}

/// Measures so many comparisons of each suspect; of one whose trials time cuts short, nothing is known.
void measure_all(std::vector<Trials>& all, std::size_t count, const MeasureAlone& measure) {
  std::vector<LonePair> steps;
  for (const Trials& trials : all)
    for (const PairComparison* one : chosen(trials, count)) {
      steps.push_back({one->suspect.from, one->suspect.to, trials.suspect.quantity});
      for (const Pair& pair : one->healthy) steps.push_back({pair.from, pair.to, trials.suspect.quantity});
    }
  if (steps.empty()) return;
  const auto measured = measure(steps);
  std::span<const double> seconds(measured);  // fewer than steps where time is over
  for (Trials& trials : all) {
    const auto mine = chosen(trials, count);
    trials.times = seconds.size() < steps_of(mine) ? TrialTimes{} : times_of(mine, seconds);
    seconds = seconds.subspan(std::min(seconds.size(), steps_of(mine)));
  }
}

/// Whether the middle one of every second trial, or of every one, took longer than it should.
bool looks_slow(const TrialTimes& times, std::size_t first, std::size_t step, double threshold) {
  std::vector<double> factors;
  for (std::size_t i = first; i < times.suspect.size(); i += step)
    factors.push_back(times.suspect[i] / times.healthy[i]);
  return stats::median(factors) > 1 + worth_trials * threshold;
}

/// What the second look leaves of a suspect: of two directions perhaps one. Nothing can be said of what has
/// not been measured.
std::optional<Suspect> still_suspect(const Trials& trials, double threshold) {
  Suspect suspect = trials.suspect;
  if (trials.times.suspect.empty()) return suspect;
  if (!both_ways(suspect))
    return looks_slow(trials.times, 0, 1, threshold) ? std::optional(suspect) : std::nullopt;
  const bool there = looks_slow(trials.times, 0, 2, threshold),
             back = looks_slow(trials.times, 1, 2, threshold);
  if (!there && !back) return std::nullopt;
  if (there && back) return suspect;
  suspect.direction = there || suspect.kind == Kind::link ? Direction::sends : Direction::receives;
  if (!there && suspect.kind == Kind::link) std::swap(suspect.first, suspect.second);
  return suspect;
}

std::vector<Trials> trials_of(const std::vector<Suspect>& suspects, const Map& map, const Blocks& blocks) {
  std::vector<Trials> out;
  out.reserve(suspects.size());
  for (const Suspect& suspect : suspects)
    out.push_back({suspect, comparisons_of(suspect, map, blocks, suspects)});
  return out;
}

}  // namespace

std::vector<TrialFinding> investigate(const Map& map, const Blocks& blocks, double threshold,
                                      const MeasureAlone& measure, TimerOpen open) {
  auto looked_at = trials_of(suspects_of(map, blocks, threshold), map, blocks);
  measure_all(looked_at, second_looks, measure);
  std::vector<Suspect> left;
  for (const Trials& trials : looked_at)
    if (const auto suspect = still_suspect(trials, threshold)) left.push_back(*suspect);
  auto tried = trials_of(left, map, blocks);
  measure_all(tried, full_trials, measure);
  std::vector<TrialTimes> times;
  times.reserve(tried.size());
  for (Trials& trials : tried) {
    trials.times.open = trials.suspect.quantity == LinkQuantity::latency ? open.latency : open.message;
    times.push_back(std::move(trials.times));
  }
  return judge(left, times, threshold);
}

}  // namespace sonde::links
