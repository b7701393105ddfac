// Whether suspects are slow, by trials of their pairs alone.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "links/map.hpp"

namespace sonde::links {

inline constexpr double false_verdicts = 0.01;  ///< among all verdicts of a map, at most

enum class TrialVerdict {
  slow,  ///< by more than the threshold, proved
  fine,  ///< not by more than the threshold
  open,  ///< neither could be told, or nothing healthy was there to compare with
};

/// A suspect and what the trials say of it.
struct TrialFinding {
  Suspect suspect;
  TrialVerdict verdict = TrialVerdict::open;
  double factor =
      1;  ///< of the time, over that of healthy pairs alone; of the map where there were no trials
  double low = 1, high = 1;  ///< its 95 % interval; both 1 where there were no trials
  double p = 1;              ///< that it is not slower by more than the threshold, corrected for all suspects
  int trials = 0;

  bool operator==(const TrialFinding&) const = default;
};

/// The times of the trials of one suspect, in seconds: of its pairs, and what each should have taken by the
/// healthy pairs measured right behind it.
struct TrialTimes {
  std::vector<double> suspect, healthy;
  double open = 0;  ///< seconds that the step of the timer leaves each of them open, either way
};

/// Sign tests that more than half of the times lie above those of healthy pairs times 1 + threshold,
/// corrected by Holm: a slow verdict is wrong anywhere in one map of a hundred at most. What the timer leaves
/// open counts for the suspect. `times` has an entry for each suspect.
[[nodiscard]] std::vector<TrialFinding> judge(std::span<const Suspect> suspects,
                                              std::span<const TrialTimes> times, double threshold);

/// The quickest, the middle and the slowest of the links, in seconds.
struct Range {
  double quickest = 0, middle = 0, slowest = 0;

  bool operator==(const Range&) const = default;
};
/// Zeros where no pair has met.
[[nodiscard]] Range range_of(const Matrix& matrix);

/// Findings of a map, and its players.
struct Survey {
  Map map;                 ///< without matrices where they were not kept
  std::vector<int> ranks;  ///< world ranks of the players
  Blocks blocks;
  double threshold = 0.10;
  bool shares_cores = false;  ///< players are not bound to cores of their own: nothing is judged
  std::int64_t pairs = 0;     ///< directions of pairs that have met
  Range latency, message;     ///< of those
  std::vector<TrialFinding> findings;

  [[nodiscard]] int players() const { return static_cast<int>(ranks.size()); }
};

/// Whether anything is proved slow.
[[nodiscard]] bool anything_slow(const Survey& survey);

}  // namespace sonde::links
