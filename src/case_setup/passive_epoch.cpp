#include "case_setup/passive_epoch.hpp"

#include "mpi/error.hpp"
#include "mpi/handles.hpp"

namespace sonde::case_setup {

using mpi::ok;

PassiveEpoch::PassiveEpoch(MPI_Win window, MPI_Comm comm, const WindowUse& use, Role role)
    : window_(window),
      comm_(comm),
      use_(use),
      idle_(role == Role::idle),
      issues_(use.passive() && use.epoch != Epoch::each && role != Role::idle),
      rank_(mpi::rank_in(comm)),
      peer_(use.epoch == Epoch::lock || use.epoch == Epoch::each ? partner_of(rank_, mpi::size_of(comm))
                                                                 : -1) {}

PassiveEpoch::~PassiveEpoch() {
  if (!open_) return;
  static_cast<void>(use_.epoch == Epoch::lock ? MPI_Win_unlock(peer_, window_) : MPI_Win_unlock_all(window_));
}

void PassiveEpoch::open() {
  if (!use_.passive()) return ok(MPI_Win_fence(0, window_), "MPI_Win_fence");
  if (!issues_) return;
  if (use_.epoch == Epoch::lock)
    ok(MPI_Win_lock(MPI_LOCK_SHARED, peer_, 0, window_), "MPI_Win_lock");
  else
    ok(MPI_Win_lock_all(0, window_), "MPI_Win_lock_all");
  open_ = true;
}

void PassiveEpoch::close() {
  if (!open_) return;
  open_ = false;
  if (use_.epoch == Epoch::lock)
    ok(MPI_Win_unlock(peer_, window_), "MPI_Win_unlock");
  else
    ok(MPI_Win_unlock_all(window_), "MPI_Win_unlock_all");
}

void PassiveEpoch::barrier() const {
  ok(MPI_Barrier(comm_), "MPI_Barrier");
}

void PassiveEpoch::begin_stores() {
  if (!use_.passive()) return ok(MPI_Win_fence(0, window_), "MPI_Win_fence");
  close();
  barrier();
  ok(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank_, 0, window_), "MPI_Win_lock");
}

void PassiveEpoch::end_stores() {
  if (!use_.passive()) return ok(MPI_Win_fence(0, window_), "MPI_Win_fence");
  ok(MPI_Win_unlock(rank_, window_), "MPI_Win_unlock");
  barrier();
  open();
}

void PassiveEpoch::begin_access() {
  if (use_.epoch == Epoch::each && !idle_)
    ok(MPI_Win_lock(MPI_LOCK_SHARED, peer_, 0, window_), "MPI_Win_lock");
}

void PassiveEpoch::end_access() {
  if (!use_.passive()) return ok(MPI_Win_fence(0, window_), "MPI_Win_fence");
  if (idle_) return;
  if (use_.epoch == Epoch::each) return ok(MPI_Win_unlock(peer_, window_), "MPI_Win_unlock");
  ok(MPI_Win_flush_all(window_), "MPI_Win_flush_all");
}

/// MPI_Win_sync belongs into a passive epoch: one under lock_all that is open, or one of this rank with
/// itself.
void PassiveEpoch::make_transfers_visible() {
  if (!use_.passive()) return;
  if (use_.local && open_) ok(MPI_Win_flush_all(window_), "MPI_Win_flush_all");
  barrier();
  const bool locks_itself = !open_ || use_.epoch == Epoch::lock;
  if (locks_itself) ok(MPI_Win_lock(MPI_LOCK_SHARED, rank_, 0, window_), "MPI_Win_lock");
  ok(MPI_Win_sync(window_), "MPI_Win_sync");
  if (locks_itself) ok(MPI_Win_unlock(rank_, window_), "MPI_Win_unlock");
}

}  // namespace sonde::case_setup
