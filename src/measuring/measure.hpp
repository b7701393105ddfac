// The measured loop of a case.
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "args/settings.hpp"
#include "base/memory_use.hpp"
#include "case_setup/failure.hpp"
#include "engine/case.hpp"
#include "engine/shared_clock.hpp"
#include "library/performance_variables.hpp"
#include "plan/batch_plan.hpp"
#include "plan/planned_case.hpp"
#include "stats/histogram.hpp"
#include "stats/stop_rule.hpp"

namespace sonde::measuring {

/// Everything that is decided about a measured loop before it begins. Equal on all ranks.
struct LoopPlan {
  Batches batches;               ///< all of them; under -precision the length of one
  std::int64_t repetitions = 1;  ///< that the count and the time allow
  /// What -time, or what -budget leaves, cuts the loop to; infinite where it does not cut.
  double loop_seconds = 10;
  /// Where the loop would take longer, it is not begun.
  double most_seconds = std::numeric_limits<double>::infinity();
  double seconds_per_repetition = 0;  ///< as the warm-up has it
  /// What has set the count.
  stats::StopReason reason = stats::StopReason::fixed_count;
  /// Repetitions that fit into one loop: files are as long as the longest.
  std::int64_t most_repetitions = std::numeric_limits<std::int64_t>::max();
};

/// -start clock: what relates the clocks before a loop, and by how much a start may be late to count as one.
struct StartClock {
  std::function<engine::SharedClock()> relate;  ///< collective; empty: no common start
  double tolerance_seconds = 0;
  double error_seconds = 0;  ///< bound on the error of the clocks
};

/// Of one of several threads.
struct ThreadTimes {
  std::vector<double> batch_seconds;
  double seconds = 0;
};

/// -arrival, of this rank: what it took part in on the common clock, in seconds; not a number where it idles.
struct Arrivals {
  double reference = 0;  ///< seconds of a call without delays: from the first arrival to the last exit
  double largest = 0;    ///< delay, in seconds
  std::vector<double> arrived, left;  ///< of each repetition that is kept
};

/// -load, of this rank: single calls of each pair of phases, and what the congestors did in the one with the
/// load.
struct LoadPhases {
  std::vector<stats::Histogram> isolated, loaded;
  std::vector<double> bytes, seconds;
  double seconds_of_calls = 0;  ///< in the phases with the load
};

struct Measured {
  std::vector<double> batch_seconds;            ///< of this rank
  std::vector<double> left_seconds;             ///< of this rank: the left side's batches of a guideline
  std::vector<ThreadTimes> others;              ///< of its further threads
  std::vector<std::int64_t> batch_repetitions;  ///< equal on all ranks
  double seconds = 0;                           ///< of this rank, all batches
  double pure = 0, cpu = 0, overlapped = 0;     ///< of this rank, beside computation
  double tested = 0;                            ///< of this rank, in MPI_Test
  double cpu_spread = 0;                        ///< of its computation alone, relative
  double init = 0;                              ///< persistent: to make a request, in the slowest loop
  double began = 0, ended = 0;    ///< first and last clock reading; equal where there was more than one loop
  std::int64_t longest_loop = 0;  ///< repetitions
  double start_late = 0;          ///< -start clock: seconds, the latest rank in the worst loop that is kept
  int dropped_batches = 0;        ///< -start clock: whose start was late
  std::vector<LinkTimes> links;   ///< of this rank with each other; of several loops the mean
  std::optional<MemoryAtPoints> memory;  ///< of this rank
  stats::Histogram calls;                ///< single calls of this rank and its further threads (-tails)
  Arrivals arrivals;                     ///< -arrival
  LoadPhases load;                       ///< -load
  stats::StopReason stop_reason = stats::StopReason::fixed_count;
  std::optional<case_setup::Failure> failure;  ///< agreed

  [[nodiscard]] std::int64_t repetitions() const;
};

/// The measured loop: the batches of the plan, or under -precision rounds of them until its rule says stop,
/// ranks lined up before each round. A batch whose common start was late on any rank is dropped; a loop of
/// one batch is run again, up to three times, and kept then. `variables`: read around every loop. Collective
/// over all active ranks.
[[nodiscard]] Measured measure_case(const Settings& settings, const PlannedCase& planned, const Case& c,
                                    Loop loop, const LoopPlan& plan, const StartClock& start = {},
                                    library::VariableWatch* variables = nullptr);

/// Cost and resolution of MPI_Wtime in seconds, the worst over the ranks, so that all cut their loops alike;
/// zeros where the clock does not move (simulated MPI). Collective.
[[nodiscard]] ClockFacts time_the_clock(MPI_Comm comm);

}  // namespace sonde::measuring
