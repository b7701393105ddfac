// Stand-ins for the one-sided functions of the timed loops, in a file of their own as those of stand_ins.cpp.
#include <mpi.h>

extern "C" {

int MPI_Win_create(void*, MPI_Aint, int, MPI_Info, MPI_Comm, MPI_Win*) {
  return MPI_SUCCESS;
}
int MPI_Win_set_errhandler(MPI_Win, MPI_Errhandler) {
  return MPI_SUCCESS;
}
int MPI_Win_free(MPI_Win*) {
  return MPI_SUCCESS;
}
int MPI_Win_fence(int, MPI_Win) {
  return MPI_SUCCESS;
}
int MPI_Put(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win) {
  return MPI_SUCCESS;
}
int MPI_Get(void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win) {
  return MPI_SUCCESS;
}
int MPI_Accumulate(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Op, MPI_Win) {
  return MPI_SUCCESS;
}
int MPI_Win_flush(int, MPI_Win) {
  return MPI_SUCCESS;
}
int MPI_Win_flush_local(int, MPI_Win) {
  return MPI_SUCCESS;
}
int MPI_Win_flush_all(MPI_Win) {
  return MPI_SUCCESS;
}
int MPI_Win_flush_local_all(MPI_Win) {
  return MPI_SUCCESS;
}
int MPI_Get_accumulate(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Aint, int,
                       MPI_Datatype, MPI_Op, MPI_Win) {
  return MPI_SUCCESS;
}
int MPI_Fetch_and_op(const void*, void*, MPI_Datatype, int, MPI_Aint, MPI_Op, MPI_Win) {
  return MPI_SUCCESS;
}
int MPI_Compare_and_swap(const void*, const void*, void*, MPI_Datatype, int, MPI_Aint, MPI_Win) {
  return MPI_SUCCESS;
}
int MPI_Win_lock(int, int, int, MPI_Win) {
  return MPI_SUCCESS;
}
int MPI_Win_unlock(int, MPI_Win) {
  return MPI_SUCCESS;
}
int MPI_Win_lock_all(int, MPI_Win) {
  return MPI_SUCCESS;
}
int MPI_Win_unlock_all(MPI_Win) {
  return MPI_SUCCESS;
}
int MPI_Win_start(MPI_Group, int, MPI_Win) {
  return MPI_SUCCESS;
}
int MPI_Win_complete(MPI_Win) {
  return MPI_SUCCESS;
}
int MPI_Win_post(MPI_Group, int, MPI_Win) {
  return MPI_SUCCESS;
}
int MPI_Win_wait(MPI_Win) {
  return MPI_SUCCESS;
}
int MPI_Rput(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Rget(void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Raccumulate(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Op, MPI_Win,
                    MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Rget_accumulate(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Aint, int,
                        MPI_Datatype, MPI_Op, MPI_Win, MPI_Request*) {
  return MPI_SUCCESS;
}
}
