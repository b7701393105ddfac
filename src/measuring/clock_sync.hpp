// Synchronised clocks for -start clock: every rank's clock related to the first one's by ping-pong, again
// when the relation has become too old to be trusted.
#pragma once
#include <mpi.h>

#include <vector>

#include "engine/shared_clock.hpp"
#include "stats/clock_model.hpp"

namespace sonde::measuring {

/// Which clock is read; tests put a shifted and drifting one here.
using ReadClock = double (*)();

class ClockSync {
 public:
  explicit ClockSync(MPI_Comm comm, ReadClock clock = MPI_Wtime);

  /// Exchanges messages between rank 0 and every other rank and fits each relation again, over this and
  /// earlier exchanges. Collective.
  void measure();
  /// Measures again when the bound of any rank has grown past `tolerance` seconds. Collective.
  void keep_within(double tolerance);

  [[nodiscard]] const stats::ClockModel& model() const { return model_; }
  [[nodiscard]] engine::SharedClock shared() const { return {model_.origin, model_.offset, model_.rate}; }
  /// Bound on the error of this rank's conversion now, in seconds.
  [[nodiscard]] double error_now() const;
  /// The largest of these over the ranks. Collective.
  [[nodiscard]] double worst_error() const;

 private:
  void ask(int rank, std::vector<stats::ClockSample>& samples) const;
  void answer() const;

  MPI_Comm comm_;
  ReadClock clock_;
  int rank_ = 0, size_ = 1;
  std::vector<stats::ClockSample> samples_;  ///< of this rank, the newest last
  stats::ClockModel model_;
};

/// Whether any host has more ranks than processing units that they may run on: a common start time makes no
/// sense there, for ranks that share a core cannot start together. Collective.
[[nodiscard]] bool ranks_share_cores(MPI_Comm world);

}  // namespace sonde::measuring
