// Stand-ins for the calls of sonde-mpi that no other suite makes.
#include "mpi/partitioned_calls.hpp"
#include "mpi/persistent_calls.hpp"

extern "C" {

int MPI_Ssend(const void*, int, MPI_Datatype, int, int, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Bsend(const void*, int, MPI_Datatype, int, int, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Pack_size(int, MPI_Datatype, MPI_Comm, int* bytes) {
  *bytes = 8;
  return MPI_SUCCESS;
}
int MPI_Buffer_attach(void*, int) {
  return MPI_SUCCESS;
}
int MPI_Buffer_detach(void*, int*) {
  return MPI_SUCCESS;
}
int MPI_Mprobe(int, int, MPI_Comm, MPI_Message* found, MPI_Status*) {
  *found = MPI_MESSAGE_NULL;
  return MPI_SUCCESS;
}
int MPI_Mrecv(void*, int, MPI_Datatype, MPI_Message*, MPI_Status*) {
  return MPI_SUCCESS;
}
int MPI_Send_init(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Recv_init(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
#if MPI_VERSION >= 4
int MPI_Psend_init(const void*, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Precv_init(void*, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Pready(int, MPI_Request) {
  return MPI_SUCCESS;
}
#endif
int MPI_Startall(int, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Scan(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Exscan(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Alltoallw(const void*, const int*, const int*, const MPI_Datatype*, void*, const int*, const int*,
                  const MPI_Datatype*, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Comm_dup(MPI_Comm, MPI_Comm*) {
  return MPI_SUCCESS;
}
int MPI_Comm_idup(MPI_Comm, MPI_Comm*, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Comm_split(MPI_Comm, int, int, MPI_Comm*) {
  return MPI_SUCCESS;
}
int MPI_Dist_graph_create_adjacent(MPI_Comm, int, const int*, const int*, int, const int*, const int*,
                                   MPI_Info, int, MPI_Comm*) {
  return MPI_SUCCESS;
}
int MPI_Neighbor_allgather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Neighbor_allgatherv(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype,
                            MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Neighbor_alltoall(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Neighbor_alltoallv(const void*, const int*, const int*, MPI_Datatype, void*, const int*, const int*,
                           MPI_Datatype, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Neighbor_alltoallw(const void*, const int*, const MPI_Aint*, const MPI_Datatype*, void*, const int*,
                           const MPI_Aint*, const MPI_Datatype*, MPI_Comm) {
  return MPI_SUCCESS;
}
int MPI_Iscan(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Iexscan(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Ireduce_scatter_block(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Ialltoallw(const void*, const int*, const int*, const MPI_Datatype*, void*, const int*, const int*,
                   const MPI_Datatype*, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Ineighbor_allgather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm,
                            MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Ineighbor_allgatherv(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype,
                             MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Ineighbor_alltoall(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Ineighbor_alltoallv(const void*, const int*, const int*, MPI_Datatype, void*, const int*, const int*,
                            MPI_Datatype, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Ineighbor_alltoallw(const void*, const int*, const MPI_Aint*, const MPI_Datatype*, void*, const int*,
                            const MPI_Aint*, const MPI_Datatype*, MPI_Comm, MPI_Request*) {
  return MPI_SUCCESS;
}
int SONDE_PERSISTENT(Alltoallw)(const void*, const int*, const int*, const MPI_Datatype*, void*, const int*,
                                const int*, const MPI_Datatype*, MPI_Comm, MPI_Info, MPI_Request*) {
  return MPI_SUCCESS;
}
int MPI_Comm_group(MPI_Comm, MPI_Group*) {
  return MPI_SUCCESS;
}
int MPI_Group_free(MPI_Group*) {
  return MPI_SUCCESS;
}
int MPI_Comm_create_group(MPI_Comm, MPI_Group, int, MPI_Comm*) {
  return MPI_SUCCESS;
}
int MPI_Cart_create(MPI_Comm, int, const int*, const int*, int, MPI_Comm*) {
  return MPI_SUCCESS;
}
int MPI_Win_allocate(MPI_Aint, int, MPI_Info, MPI_Comm, void*, MPI_Win*) {
  return MPI_SUCCESS;
}
int MPI_Type_vector(int, int, int, MPI_Datatype, MPI_Datatype*) {
  return MPI_SUCCESS;
}
int MPI_Type_commit(MPI_Datatype*) {
  return MPI_SUCCESS;
}
int MPI_Type_free(MPI_Datatype*) {
  return MPI_SUCCESS;
}
int MPI_Comm_free(MPI_Comm*) {
  return MPI_SUCCESS;
}
}
