// The time a run takes: what it is thought to take at its start, and what -budget leaves for each case.
#pragma once
#include <mpi.h>

#include <chrono>
#include <string>

#include "mpi/world.hpp"
#include "plan/budget.hpp"

namespace sonde::run {

class Pacing {
 public:
  /// The clock starts here. All ranks hold one; only the first rank's decides.
  Pacing(const mpi::World& world, const Settings& settings, const Plan& plan);

  /// Settings with -time cut to what the budget leaves for the case that begins. Collective over the active
  /// ranks, the first of which is the first of the world.
  void begin_case(MPI_Comm active);
  [[nodiscard]] const Settings& settings() const { return limited_; }

  /// Of the case that is running: seconds of its measured loop on this rank.
  void measured(double loop_seconds, std::int64_t repetitions);
  void end_case();

  /// Comment lines: how long the run will take. Empty where that is not worth a line, less than a minute.
  [[nodiscard]] std::string outlook() const;
  /// Seconds to go, with what has been learnt.
  [[nodiscard]] double remaining() const;

 private:
  /// Where no choice of repetitions ends the run in time.
  [[nodiscard]] std::string too_short() const;

  using Clock = std::chrono::steady_clock;
  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

  bool first_;
  Settings limited_;
  double usual_seconds_;  ///< -time as it was given
  Budget budget_;
  Clock::time_point start_ = Clock::now();
  double case_start_ = 0, loop_seconds_ = 0, per_repetition_ = 0;
};

}  // namespace sonde::run
