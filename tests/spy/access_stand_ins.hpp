// Stand-ins for one-sided transfers and what opens, completes and ends them. Include in one file of a
// program.
#pragma once
#include "spy/calls.hpp"

namespace spy {

/// The group that cases have for their partner.
inline const auto partner_group = handle<MPI_Group>(6);

inline std::string targets(MPI_Group group) {
  return group == partner_group ? "" : " with others";
}

}  // namespace spy

extern "C" {

int MPI_Win_fence(int assertion, MPI_Win) {
  return spy::note("fence{}", assertion == 0 ? "" : " with an assertion");
}
int MPI_Put(const void* from, int n, MPI_Datatype t, int to, MPI_Aint at, int m, MPI_Datatype u, MPI_Win) {
  return spy::note("put {} {} {} to {} at {} {} {}", spy::place(from), n, spy::name(t), to, at, m,
                   spy::name(u));
}
int MPI_Get(void* into, int n, MPI_Datatype t, int from, MPI_Aint at, int m, MPI_Datatype u, MPI_Win) {
  return spy::note("get {} {} {} from {} at {} {} {}", spy::place(into), n, spy::name(t), from, at, m,
                   spy::name(u));
}
int MPI_Accumulate(const void* from, int n, MPI_Datatype t, int to, MPI_Aint at, int m, MPI_Datatype u,
                   MPI_Op op, MPI_Win) {
  return spy::note("accumulate {} {} {} to {} at {} {} {} {}", spy::place(from), n, spy::name(t), to, at, m,
                   spy::name(u), op == MPI_SUM ? "sum" : "op");
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
int MPI_Win_start(MPI_Group group, int assertion, MPI_Win) {
  return spy::note("start{}{}", spy::targets(group), assertion == 0 ? "" : " with an assertion");
}
int MPI_Win_complete(MPI_Win) {
  return spy::note("complete");
}
int MPI_Win_post(MPI_Group group, int assertion, MPI_Win) {
  return spy::note("post{}{}", spy::targets(group), assertion == 0 ? "" : " with an assertion");
}
int MPI_Win_wait(MPI_Win) {
  return spy::note("wait for origins");
}

}  // extern "C"
