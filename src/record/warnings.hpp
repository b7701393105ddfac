// What a user must be told about a run: rules from what was recorded to warnings that name the case and what
// to do. Pure; limits and reasons: docs/user/statistics.md.
#pragma once
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "record/record.hpp"

namespace sonde::record {

/// Warnings about where the ranks stand, once a run. `processing_units`: how many each host has for this job.
/// A rank without cores or a host without a number is not judged. Kinds:
///   oversubscribed  more ranks on a host than processing units
///   shared_core     ranks bound to a set of units that is smaller than their number
///   unbound         ranks that may run on every unit of a host with more than one; not where the host is
///                   oversubscribed, which binding would not help
[[nodiscard]] std::vector<Warning> placement_warnings(std::span<const RankPlace> places,
                                                      const std::map<std::string, int>& processing_units);

/// How many processing units a job has on each host: all that any of these ranks may run on.
[[nodiscard]] std::map<std::string, int> processing_units(std::span<const RankPlace> places);

/// Whether ranks wait for each other's cores somewhere: a host has more of them than units, or some are bound
/// to fewer than they are.
[[nodiscard]] bool share_cores(std::span<const RankPlace> places);

/// Whether they do, or may: two ranks of a host may both run on some unit, as ranks that are bound to no
/// core.
[[nodiscard]] bool may_share_cores(std::span<const RankPlace> places);

/// What a case ran under, as far as warnings need it.
struct CaseConditions {
  std::optional<double> timer_resolution;  ///< seconds
  bool ranks_wait = true;                  ///< for each other; where they do not, none holds the others up
  bool ranks_alike = true;                 ///< others do the same as the slowest (catalog/likeness.hpp)
  bool once = false;                       ///< one repetition by design: there can be no more batches
  bool cores_shared =
      false;  ///< by ranks (share_cores); wide intervals, modes and lost cores follow: not warned again
};

/// A step of the timer as a share of a batch; 0 where it is at most 1 % or not known.
[[nodiscard]] double coarse_timer_share(const CaseRecord& row, std::optional<double> resolution);

/// Warnings about one measured case; none for a case without a summary. Kinds:
///   coarse_timer          the timer's step is more than 1 % of a batch
///   few_batches           one or two batches: no interval, and one interruption is not told from the rest
///   wide_interval         the 95 % interval of the median reaches more than 5 % from the median
///   several_modes         more than one mode in the batch means
///   drift                 the median moved by more than 5 % from the first to the last third, steadily
///                         (|trend| above stats::trend_limit)
///   outliers              few batches, at most a quarter of them, cost more than 5 % of the time, so that
///                         mean and median disagree (see stats/outliers.hpp)
///   slow_rank             one rank was slowest more often than chance makes it, and clearly apart from the
///                         next one (see slow_rank.hpp); only where ranks wait for each other and are alike
///   involuntary_switches  ranks lost their core so often that, at 1 ms each time, 1 % of the measured time
///   is in doubt
[[nodiscard]] std::vector<Warning> case_warnings(const CaseRecord& row, const CaseConditions& conditions);

/// One warning a kind, the first of it spelt out: "PingPong np=2 1B and +7 more: median known to 9.9%"; those
/// that weigh most first.
[[nodiscard]] std::vector<Warning> digest(std::span<const Warning> all);

}  // namespace sonde::record
