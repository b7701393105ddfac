// Stand-ins for the calls of passive targets, beside those of window_stand_ins.hpp. Include in one file of a program.
#pragma once
#include "spy/window_stand_ins.hpp"

extern "C" {

int MPI_Win_flush(int target, MPI_Win) {
  return spy::note("flush {}", target);
}
int MPI_Win_flush_local(int target, MPI_Win) {
  return spy::note("flush local {}", target);
}
int MPI_Win_flush_all(MPI_Win) {
  return spy::note("flush all");
}
int MPI_Win_flush_local_all(MPI_Win) {
  return spy::note("flush local all");
}
int MPI_Win_lock(int kind, int target, int, MPI_Win) {
  return spy::note("lock {} {}", target, kind == MPI_LOCK_SHARED ? "shared" : "exclusive");
}
int MPI_Win_unlock(int target, MPI_Win) {
  return spy::note("unlock {}", target);
}
int MPI_Win_lock_all(int, MPI_Win) {
  return spy::note("lock all");
}
int MPI_Win_unlock_all(MPI_Win) {
  return spy::note("unlock all");
}
int MPI_Win_sync(MPI_Win) {
  return spy::note("sync");
}
int MPI_Get_accumulate(const void* from, int n, MPI_Datatype, void* into, int, MPI_Datatype, int target,
                       MPI_Aint at, int, MPI_Datatype, MPI_Op, MPI_Win) {
  return spy::note("get_accumulate {} {} into {} at {} of {}", spy::place(from), n, spy::place(into), at,
                   target);
}
int MPI_Fetch_and_op(const void* from, void* into, MPI_Datatype, int target, MPI_Aint at, MPI_Op, MPI_Win) {
  return spy::note("fetch_and_op {} into {} at {} of {}", spy::place(from), spy::place(into), at, target);
}
int MPI_Compare_and_swap(const void* from, const void* compared, void* into, MPI_Datatype, int target,
                         MPI_Aint at, MPI_Win) {
  return spy::note("swap {} for {} into {} at {} of {}", spy::place(from), spy::place(compared),
                   spy::place(into), at, target);
}
int MPI_Send(const void*, int n, MPI_Datatype, int to, int, MPI_Comm) {
  return spy::note("send {} to {}", n, to);
}
int MPI_Recv(void*, int n, MPI_Datatype, int from, int, MPI_Comm, MPI_Status*) {
  return spy::note("receive {} from {}", n, from);
}
int MPI_Barrier(MPI_Comm) {
  return spy::note("barrier");
}

}  // extern "C"
