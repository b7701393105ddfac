// What the batches of one case come to.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sonde::stats {

/// Why the loop ended where it did.
enum class StopReason { fixed_count, time_limit, precision_reached, precision_not_reached };

/// One mode of the distribution of batch means: where it lies and which share of the batches belongs to it.
struct DensityMode {
  double seconds = 0;
  double weight = 0;  ///< 0 to 1; the weights of a case add up to 1
};

/// Statistics over the batch means of one case. Times are seconds per repetition, scaled as the table's
/// (PingPong: half a round trip); the time of a batch is the largest over the ranks of the group.
struct Summary {
  double mean = 0;  ///< the guide's number: all repetitions, slowest rank
  double median = 0;
  double p5 = 0, p25 = 0, p75 = 0, p95 = 0, min = 0, max = 0;
  double ci_low = 0, ci_high = 0;  ///< 95 % interval of the median (stats/interval.hpp)
  double effective_batches = 0;    ///< n (1 - r) / (1 + r), r a cautious rho (stats/order.hpp)
  double rho = 0;                  ///< lag-1 rank autocorrelation of the batch means
  double drift = 0;  ///< relative change of the median from the first to the last third of the batches
  double trend = 0;  ///< Kendall's tau between time and batch mean: how steady the drift is, -1 to 1
  std::vector<DensityMode> modes{};
  std::int64_t repetitions = 0;
  int batches = 0;
  std::int64_t warm_up = 0;  ///< repetitions run before the clock
  StopReason stop_reason = StopReason::fixed_count;
  int slowest_rank = -1;                   ///< group rank that was slowest most often
  int slowest_thread = -1;                 ///< its thread, where ranks have several
  std::optional<double> slowest_excess{};  ///< median over batches of largest / mean over ranks, less 1
  std::optional<double> slowest_lead{};  ///< its time over the next rank's, less 1 (stats/often_slowest.hpp)
  std::optional<double> slowest_chance{};  ///< how likely one of ranks that are all alike is slowest so often
  double slowest_share = 0;                ///< in which share of the batches
  std::optional<double> outlier_share{};  ///< of the batches, those far above the others (stats/outliers.hpp)
  std::optional<double> outlier_time{};   ///< of the time, what those batches took
};

}  // namespace sonde::stats
