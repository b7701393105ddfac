// Many durations in little room: counts in bins that are a hundredth of their value wide.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sonde::stats {

/// A log-linear histogram of seconds: each doubling between 2^-30 (0.93 ns) and 2^10 (17 min) is cut into 128
/// equal bins, so that no bin is wider than 1/128 of its lower edge. What is shorter counts as no time at
/// all; what is longer, as the longest. Histograms merge by adding their counts.
class Histogram {
 public:
  static constexpr int bins_of_a_doubling = 128, shortest = -30, longest = 10;
  static constexpr std::size_t bins = std::size_t{longest - shortest} * bins_of_a_doubling + 1;

  /// Makes room. One without room counts as empty, and takes nothing but merges.
  void prepare() { counts_.assign(bins, 0); }

  /// Needs room. A few instructions: it runs between calls that are timed.
  void add(double seconds) { ++counts_[bin_of(seconds)]; }

  void merge(const Histogram& other);
  /// `counts`: of all bins, as `counts()` has them.
  void merge(std::span<const std::uint64_t> counts);

  [[nodiscard]] std::span<const std::uint64_t> counts() const { return counts_; }
  [[nodiscard]] std::int64_t total() const;

  /// The middle of the bin in which the value of this rank lies, within 0.4 % of it; ranks from 1 to the
  /// total, in ascending order.
  [[nodiscard]] double at_rank(std::int64_t rank) const;

  [[nodiscard]] static std::size_t bin_of(double seconds);

 private:
  std::vector<std::uint64_t> counts_;
};

/// A quantile of single calls in seconds.
struct TailQuantile {
  double level = 0;  ///< 0 to 1
  double seconds = 0;
  /// Ends of its 95 % interval; unknown where so few calls do not bound it on that side.
  std::optional<double> low{}, high{};
};

/// How many of single calls take how long, as steps: from seconds[i] to seconds[i + 1], above[i] of them.
struct TailCurve {
  std::vector<double> seconds{};  ///< ascending, edges of bins
  std::vector<std::int64_t>
      above{};  ///< calls that took so long or longer: first all, then fewer, at last none
};
inline constexpr std::size_t most_curve_points = 100;

/// What the slowest of single calls take.
struct Tail {
  std::int64_t calls = 0;
  std::vector<TailQuantile> quantiles{};  ///< ascending levels
  TailCurve curve{};                      ///< at most `most_curve_points`; a file may have none
};

inline constexpr double median_level = 0.5, p90_level = 0.9, p99_level = 0.99, p999_level = 0.999;
/// Up to here the quantile of 99.9 % stands on three calls or fewer and is left out.
inline constexpr std::int64_t too_few_calls_for_p999 = 3000;

/// Ranks (from 1) of the order statistics between which the quantile of the population lies with 95 %, for n
/// independent values: the number below it is binomial. 0 and n + 1 where no value bounds it.
struct RankInterval {
  std::int64_t low = 0, high = 0;
};
[[nodiscard]] RankInterval quantile_ranks(std::int64_t n, double level);

/// Of a histogram that is not empty, `scale` times what was counted. A step is no lower than 1/48 of all
/// calls or of the logarithm of their number.
[[nodiscard]] TailCurve curve_of(const Histogram& calls, double scale);

/// 50, 90, 99 and 99.9 % with intervals, `scale` times what was counted, and the curve; nothing of an empty
/// histogram. The quantile is the smallest value that so large a share of the calls does not exceed.
[[nodiscard]] std::optional<Tail> tail_of(const Histogram& calls, double scale = 1);

/// The quantile of this level; none where it is not listed.
[[nodiscard]] std::optional<double> quantile_of(const Tail& tail, double level);

}  // namespace sonde::stats
