// Stand-ins for the MPI functions of the timed loops: they cost the same for both sides of the comparison and
// are in a file of their own, so that no compiler sees through them.
#include <mpi.h>
#include <valgrind/callgrind.h>

extern "C" {

// Counting begins at the first reading of a loop and ends at the second.
double MPI_Wtime() {
  CALLGRIND_TOGGLE_COLLECT;
  return 0;
}
int MPI_Send(const void*, int, MPI_Datatype, int, int, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Recv(void*, int, MPI_Datatype, int source, int, MPI_Comm, MPI_Status* status) {
  if (status != MPI_STATUS_IGNORE) {
    status->MPI_SOURCE = source == MPI_ANY_SOURCE ? 1 : source;
    status->MPI_TAG = 1;
  }
  return MPI_SUCCESS;
}
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Get_count(const MPI_Status*, MPI_Datatype, int* count) {
  *count = 4;
  return MPI_SUCCESS;
}
int MPI_Reduce_local(const void*, void*, int, MPI_Datatype, MPI_Op) {
  return MPI_SUCCESS;
}
int MPI_Reduce_scatter_block(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Wait(MPI_Request*, MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_Waitall(int, MPI_Request[], MPI_Status[]) {
  return MPI_SUCCESS;
}
int MPI_Sendrecv(const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype, int, int, MPI_Comm,
                 MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_Barrier(MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Bcast(void*, int, MPI_Datatype, int, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Reduce(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Allreduce(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Reduce_scatter(const void*, void*, const int[], MPI_Datatype, MPI_Op, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Allgather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Allgatherv(const void*, int, MPI_Datatype, void*, const int[], const int[], MPI_Datatype, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Scatter(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Scatterv(const void*, const int[], const int[], MPI_Datatype, void*, int, MPI_Datatype, int,
                 MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Gather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Gatherv(const void*, int, MPI_Datatype, void*, const int[], const int[], MPI_Datatype, int,
                MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Alltoall(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Alltoallv(const void*, const int[], const int[], MPI_Datatype, void*, const int[], const int[],
                  MPI_Datatype, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Sendrecv_replace(void*, int, MPI_Datatype, int, int, int, int, MPI_Comm, MPI_Status*) {
  return MPI_SUCCESS;
}
}
