// Whether the newest night stands out of the site's own past: one test for all cases together.
#pragma once
#include <cstddef>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "stats/running_quantile.hpp"

namespace sonde::history {

/// One case: log(slowness) a night, NaN where it was not measured, and the nights at which an acknowledged
/// new level begins.
struct Series {
  std::vector<double> values;
  std::vector<double> rounding{};  ///< how far printed digits or a coarse timer leave each open; empty: not
  std::set<std::size_t> new_levels{};
  std::size_t known_after = 0;  ///< so many nights after its first a new level counts: a person has to see it
};

inline constexpr std::size_t newest_nights = 4;
inline constexpr std::size_t reference_nights = 24;
/// From so many nights on the alarm is calibrated.
inline constexpr std::size_t least_nights = 60;
/// Smaller changes are none.
inline constexpr double change_threshold = 0.03;
/// False alarms a night, for all cases together, once the past is long enough. Alarms at most 4 nights apart
/// are one.
inline constexpr double stated_rate = 1.0 / 365;
/// The newest of n nights would have the highest score once in n were nights independent. Differences of
/// neighbouring nights have nights in common, and the end of such a series is so much more often its highest
/// point (simulated: docs/design/history-proof.md).
inline constexpr double end_effect = 1.3;

/// A case that moved.
struct CaseShift {
  std::size_t of = 0;  ///< number of the series
  double change = 0;   ///< of time: 0.15 is 15 % slower
  /// Interval of the change: as far off as 90 % of the past nights are from none, and as rounding leaves it.
  double low = 0, high = 0;
  double score = 0;       ///< how many times what 90 % of the past nights stay below
  std::size_t since = 0;  ///< the night its new level seems to begin
};

struct NightVerdict {
  std::size_t past = 0;    ///< nights that nine tenths of the judged cases or more have behind them
  double rate = 1;         ///< false alarms a night: 1/365, or 1.3/past while the past is shorter
  double score = 0;        ///< of the newest night
  double limit = 0;        ///< scores above are alarms
  std::size_t judged = 0;  ///< cases; others have too short a past, or too few of the newest nights
  /// By the threshold or more whatever the values were rounded from, and beyond the limit; the clearest
  /// first.
  std::vector<CaseShift> moved{};
  std::vector<double>
      visible{};  ///< of judged cases, ascending: the smallest slowdown that 80 % of nights would show
  std::vector<double> visible_of{};  ///< the same by case; NaN: not judged

  [[nodiscard]] bool slower() const;
  [[nodiscard]] bool faster() const;
};

/// The differences d of all cases and nights: median of the newest 4 nights less median of the 24 before
/// them. Made once; each night can then be judged by the nights before it.
class Differences {
 public:
  explicit Differences(const std::vector<Series>& cases);

  /// Judges a night as if it were the newest; there are `least_nights` or more up to it.
  [[nodiscard]] NightVerdict judge(std::size_t night) const;

 private:
  friend class Judge;
  [[nodiscard]] std::size_t begin_of_level(std::size_t of, std::size_t night) const;
  /// How far the difference of a night is open.
  [[nodiscard]] double rounding(std::size_t of, std::size_t night) const;

  const std::vector<Series>& cases_;
  std::vector<std::vector<double>> differences_;  ///< by case and night; NaN: none
};

/// Judges one night after the other, each by those before it; what is known of the past grows with them, so
/// that all nights together cost about as much as so many times the last one's share.
class Judge {
 public:
  /// `first`: the night that next() judges first; as Differences::judge() takes it.
  Judge(const Differences& of, std::size_t first);

  /// The next night's; there is one.
  [[nodiscard]] NightVerdict next();

 private:
  /// Of one case: its differences before the next night.
  struct Past {
    explicit Past(std::size_t most);
    void add(double difference, std::size_t night);

    std::size_t most_peaks, first = 0;                    ///< first: the night of its first difference
    stats::RunningQuantile sizes, gains;                  ///< of |d|, the judged night's among them; of -d
    std::vector<std::pair<double, std::size_t>> peaks{};  ///< the largest |d| and their nights, descending
  };

  [[nodiscard]] std::size_t past_of(std::size_t of) const;
  [[nodiscard]] std::size_t common_past(std::span<const std::size_t> cases) const;
  [[nodiscard]] std::vector<std::size_t> judged_cases() const;
  [[nodiscard]] double limit(std::size_t allowed, std::span<const double> scales) const;
  void add_moved(NightVerdict& verdict, std::span<const double> scales) const;

  const Differences& of_;
  std::size_t night_;
  std::vector<Past> pasts_;  ///< by case
};

}  // namespace sonde::history
