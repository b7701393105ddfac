// The time a run takes: what it is thought to take at its start, and what -budget leaves for each case.
#pragma once
#include <mpi.h>

#include <functional>
#include <string>

#include "mpi/world.hpp"
#include "plan/budget.hpp"

namespace sonde::run {

/// Seconds on a clock that only goes forward; tests put one of their own here.
using Elapsed = std::function<double()>;
/// The signal that asked this rank to end the run, or null.
using Asked = const char* (*)();

class RunClock {
 public:
  /// The run starts here. All ranks hold one; only the first rank's decides.
  RunClock(const mpi::World& world, const Settings& settings, const Plan& plan, Elapsed clock = {},
           Asked asked = nullptr);

  /// What the budget leaves for the case that begins; without one, -time. Nothing where the first rank was
  /// asked to end (by a signal; simulated ranks are not asked). Collective over the active ranks,
  /// the first of which is the first of the world.
  [[nodiscard]] CaseBudget begin_case(MPI_Comm active);

  /// Of the case that is running: seconds of its measured loop on this rank.
  void measured(double loop_seconds, std::int64_t repetitions);
  /// Of the case that is running: wall time outside its measured loop so far.
  [[nodiscard]] double dead_seconds() const { return elapsed() - case_start_ - loop_seconds_; }
  /// Of the budget, for what follows the measurement of the case that is running; no end without one. On the
  /// first rank.
  [[nodiscard]] double spare_seconds() const { return budget_.spare(elapsed()); }
  void end_case();
  /// Instead of end_case: it was not measured.
  void pass_over();

  /// Comment lines: how long the run will take. Empty where that is not worth a line, less than a minute.
  [[nodiscard]] std::string outlook() const;
  /// A comment line after the last case where the budget was not kept; else empty.
  [[nodiscard]] std::string lateness() const;

 private:
  /// Where no choice of repetitions ends the run in time.
  [[nodiscard]] std::string too_short() const;
  [[nodiscard]] double elapsed() const { return clock_() - start_; }

  bool first_;
  const Settings& settings_;
  Budget budget_;
  Elapsed clock_;
  Asked asked_;
  double start_;
  double last_end_ = 0;  ///< of the case before, so that nothing between two cases is forgotten
  double case_start_ = 0, loop_seconds_ = 0, per_repetition_ = 0;
};

/// Why a case that does not fit is skipped.
[[nodiscard]] std::string skip_reason(const CaseBudget& allowance);

}  // namespace sonde::run
