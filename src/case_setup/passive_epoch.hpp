// The passive-target epoch of this rank: what it may access of other windows, and its own.
#pragma once
#include <mpi.h>

#include "catalog/benchmark.hpp"
#include "catalog/role.hpp"

namespace sonde::case_setup {

/// A shared lock on the peer or on all ranks, held from before the first loop until after the last one, so
/// that the clock never sees what a lock costs, which libraries may take at the first transfer only. A rank
/// that issues nothing has none; under fences, and where each repetition has an epoch of its own, there is
/// none at all.
class PassiveEpoch {
 public:
  PassiveEpoch() = default;
  PassiveEpoch(MPI_Win window, MPI_Comm comm, const WindowUse& use, Role role);
  PassiveEpoch(const PassiveEpoch&) = delete;
  PassiveEpoch& operator=(const PassiveEpoch&) = delete;
  /// Ends what is open; errors are dropped. The window must be there still.
  ~PassiveEpoch();

  /// Throw mpi::MpiError.
  void open();
  void close();
  /// What is open stays so.
  void abandon() { open_ = false; }

  /// Runs `stores`, local stores to this rank's window that transfers of the epochs before and after it do
  /// not meet. Collective over the window's ranks; leaves the epoch open.
  template <class Stores>
  void store(const Stores& stores) {
    begin_stores();
    stores();
    end_stores();
  }

  /// Runs `call`, an access to the peer's window by a rank that issues transfers, and completes it.
  /// Collective over the window's ranks.
  template <class Call>
  void access(const Call& call) {
    begin_access();
    if (!idle_) call();
    end_access();
  }

  /// After a loop: this rank sees in its own window what the others put there. Collective. What was completed
  /// at its origin only is completed first.
  void make_transfers_visible();

 private:
  void begin_stores();
  void end_stores();
  void begin_access();
  void end_access();
  void barrier() const;

  MPI_Win window_ = MPI_WIN_NULL;
  MPI_Comm comm_ = MPI_COMM_NULL;
  WindowUse use_;
  bool idle_ = false, issues_ = false, open_ = false;
  int rank_ = 0, peer_ = 0;
};

}  // namespace sonde::case_setup
