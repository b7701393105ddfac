// Stand-ins for the non-blocking collectives of the timed loops.
#include <mpi.h>

extern "C" {

int MPI_Test(MPI_Request*, int* done, MPI_Status*) {
  *done = 0;
  return MPI_SUCCESS;
}
int MPI_Ibcast(void*, int, MPI_Datatype, int, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Iallgather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Iallgatherv(const void*, int, MPI_Datatype, void*, const int[], const int[], MPI_Datatype, MPI_Comm,
                    MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Igather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Igatherv(const void*, int, MPI_Datatype, void*, const int[], const int[], MPI_Datatype, int, MPI_Comm,
                 MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Iscatter(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Iscatterv(const void*, const int[], const int[], MPI_Datatype, void*, int, MPI_Datatype, int,
                  MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Ialltoall(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Ialltoallv(const void*, const int[], const int[], MPI_Datatype, void*, const int[], const int[],
                   MPI_Datatype, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Ireduce(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Ireduce_scatter(const void*, void*, const int[], MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Iallreduce(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Ibarrier(MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
}
