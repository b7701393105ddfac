// From the times of a group's ranks to its result, on its first rank. Reduced in a tree: no rank ever holds
// the batches of more than one.
#pragma once
#include <optional>
#include <vector>

#include "case_setup/team.hpp"
#include "measuring/clock_sync.hpp"
#include "measuring/measure.hpp"
#include "plan/planned_case.hpp"
#include "record/record.hpp"

namespace sonde::run {

/// What a group measured, in seconds per repetition as the tables show them.
struct GroupResult {
  int group = 0;  ///< which one; of the worst of several, the slowest
  record::Times times;
  record::OverlapTimes overlap;
  stats::Summary summary;
  double defects = 0;
  double completion = 0;              ///< on synchronised clocks: last end less first start; 0: not measured
  double init = 0;                    ///< persistent: to make a request; 0: not measured
  std::optional<stats::Tail> tail{};  ///< -tails, of calls that were timed one by one
  std::optional<record::MeasuredArrival>
      arrival{};  ///< -arrival, which has one group; its pattern is not set
  std::optional<record::MeasuredGuideline> guideline{};  ///< its id and memory are not set
  std::optional<record::MeasuredLoad> load{};            ///< -load, likewise; the ranks are not set
  std::vector<double> batch_seconds;  ///< per batch, slowest rank, seconds per repetition; of several groups
                                      ///< only with -samples all
};

/// What a rank brings to the result beside its times.
struct RankFacts {
  std::int64_t warm_up_repetitions = 0;
  double defects = 0;
  const measuring::ClockSync* clocks = nullptr;  ///< under -start clock
  bool all_samples = false;                      ///< -samples all; equal on all ranks
  OverlapOver overlap_over = OverlapOver::least;
  double time_scale = 1;  ///< from the time measured to that shown
  int stride = 0;         ///< of pairs (-stride)
  bool tails = false;     ///< -tails; equal on all ranks
};

/// The result of this rank's group, on its first rank; elsewhere without meaning. Collective over the group.
[[nodiscard]] GroupResult reduce_group(const case_setup::Team& team, const PlannedCase& planned,
                                       const measuring::Measured& measured, const RankFacts& facts);

}  // namespace sonde::run
