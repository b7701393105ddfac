// How the windows of rows that leave it to the user are made, and what completes their transfers.
#pragma once

namespace sonde {

/// -rma_sync: the calls beside the transfers of a repetition. Under flushes and requests a shared lock is
/// held from before the first loop until after the last one; the others open and end an epoch in each
/// repetition.
enum class RmaSync {
  fence,        ///< MPI_Win_fence on every rank of the group
  pscw,         ///< MPI_Win_start and MPI_Win_complete; at the target MPI_Win_post and MPI_Win_wait
  lock,         ///< MPI_Win_lock (shared) and MPI_Win_unlock
  lock_all,     ///< MPI_Win_lock_all and MPI_Win_unlock_all
  flush,        ///< MPI_Win_flush
  flush_local,  ///< MPI_Win_flush_local: completed at the origin only
  flush_all,    ///< MPI_Win_flush_all
  request,      ///< MPI_Rput and its like, and MPI_Wait: completed at the origin only
};

/// -rma_window: where the memory of a window comes from.
enum class RmaWindow {
  create,    ///< that of the message buffers: MPI_Win_create
  allocate,  ///< the library's: MPI_Win_allocate
  dynamic,   ///< that of the message buffers, attached: MPI_Win_create_dynamic, MPI_Win_attach
  shared,    ///< the library's, common to the processes of a node: MPI_Win_allocate_shared
};

}  // namespace sonde
