// Stand-ins for the calls of sonde-mpi: those of IMB-MPI1 and others. Include in one file of a program.
#pragma once
#include "spy/access_stand_ins.hpp"
#include "spy/calls.hpp"
#include "spy/message_stand_ins.hpp"
#include "spy/nbc_stand_ins.hpp"

namespace spy {

inline int communicators = 0;  ///< made and not yet freed
inline bool attached = false;  ///< a buffer for MPI_Bsend

inline int make_communicator(MPI_Comm* made) {
  *made = handle<MPI_Comm>(++communicators);
  return MPI_SUCCESS;
}

}  // namespace spy

extern "C" {

int MPI_Ssend(const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm) {
  return spy::note("ssend {} {} {} to {} tag {}", spy::place(b), n, spy::name(t), to, tag);
}
int MPI_Bsend(const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm) {
  return spy::note("bsend {} {} {} to {} tag {}{}", spy::place(b), n, spy::name(t), to, tag,
                   spy::attached ? "" : " without a buffer");
}
int MPI_Pack_size(int n, MPI_Datatype, MPI_Comm, int* bytes) {
  *bytes = n;
  return MPI_SUCCESS;
}
int MPI_Buffer_attach(void*, int bytes) {
  spy::attached = true;
  return spy::note("attach {}", bytes - 2 * MPI_BSEND_OVERHEAD);
}
int MPI_Buffer_detach(void*, int*) {
  spy::attached = false;
  return spy::note("detach");
}
int MPI_Mprobe(int from, int tag, MPI_Comm, MPI_Message* found, MPI_Status*) {
  *found = spy::handle<MPI_Message>(7);
  return spy::note("mprobe from {} tag {}", from, tag);
}
int MPI_Mrecv(void* b, int n, MPI_Datatype t, MPI_Message* found, MPI_Status*) {
  return spy::note("mrecv {} {} {}{}", spy::place(b), n, spy::name(t),
                   *found == spy::handle<MPI_Message>(7) ? "" : " of another message");
}
int MPI_Scan(const void* s, void* r, int n, MPI_Datatype t, MPI_Op op, MPI_Comm) {
  return spy::note("scan {} {} {} {} {}", spy::place(s), spy::place(r), n, spy::name(t),
                   op == MPI_SUM ? "sum" : "op");
}
int MPI_Exscan(const void* s, void* r, int n, MPI_Datatype t, MPI_Op op, MPI_Comm) {
  return spy::note("exscan {} {} {} {} {}", spy::place(s), spy::place(r), n, spy::name(t),
                   op == MPI_SUM ? "sum" : "op");
}
int MPI_Alltoallw(const void* s, const int* n, const int* d, const MPI_Datatype* t, void* r, const int* m,
                  const int* e, const MPI_Datatype* u, MPI_Comm) {
  return spy::note("alltoallw {} {},{} at {},{} {} {} {},{} at {},{} {}", spy::place(s), n[0], n[1], d[0],
                   d[1], spy::name(t[1]), spy::place(r), m[0], m[1], e[0], e[1], spy::name(u[1]));
}
int MPI_Comm_dup(MPI_Comm, MPI_Comm* made) {
  spy::note("dup");
  return spy::make_communicator(made);
}
int MPI_Comm_idup(MPI_Comm, MPI_Comm* made, MPI_Request* request) {
  spy::note("idup");
  spy::start(request);
  return spy::make_communicator(made);
}
int MPI_Comm_split(MPI_Comm, int color, int key, MPI_Comm* made) {
  spy::note("split {} {}", color, key);
  return spy::make_communicator(made);
}
int MPI_Dist_graph_create_adjacent(MPI_Comm, int in, const int* sources, const int*, int out,
                                   const int* destinations, const int*, MPI_Info, int, MPI_Comm* made) {
  spy::note("graph {} from {} to {}", in, fmt::join(sources, sources + in, ","),
            fmt::join(destinations, destinations + out, ","));
  return spy::make_communicator(made);
}
int MPI_Neighbor_allgather(const void* s, int n, MPI_Datatype t, void* r, int m, MPI_Datatype, MPI_Comm) {
  return spy::note("neighbor_allgather {} {} {} {} {}", spy::place(s), n, spy::name(t), spy::place(r), m);
}
int MPI_Neighbor_allgatherv(const void* s, int n, MPI_Datatype t, void* r, const int* m, const int* d,
                            MPI_Datatype, MPI_Comm) {
  return spy::note("neighbor_allgatherv {} {} {} {} {},{} at {},{}", spy::place(s), n, spy::name(t),
                   spy::place(r), m[0], m[3], d[0], d[3]);
}
int MPI_Neighbor_alltoall(const void* s, int n, MPI_Datatype t, void* r, int m, MPI_Datatype, MPI_Comm) {
  return spy::note("neighbor_alltoall {} {} {} {} {}", spy::place(s), n, spy::name(t), spy::place(r), m);
}
int MPI_Neighbor_alltoallv(const void* s, const int* n, const int* d, MPI_Datatype t, void* r, const int* m,
                           const int* e, MPI_Datatype, MPI_Comm) {
  return spy::note("neighbor_alltoallv {} {},{} at {},{} {} {} {},{} at {},{}", spy::place(s), n[0], n[3],
                   d[0], d[3], spy::name(t), spy::place(r), m[0], m[3], e[0], e[3]);
}
int MPI_Neighbor_alltoallw(const void* s, const int* n, const MPI_Aint* d, const MPI_Datatype* t, void* r,
                           const int* m, const MPI_Aint* e, const MPI_Datatype* u, MPI_Comm) {
  return spy::note("neighbor_alltoallw {} {},{} at {},{} {} {} {},{} at {},{} {}", spy::place(s), n[0], n[3],
                   d[0], d[3], spy::name(t[3]), spy::place(r), m[0], m[3], e[0], e[3], spy::name(u[3]));
}
int MPI_Iscan(const void* s, void* b, int n, MPI_Datatype t, MPI_Op, MPI_Comm, MPI_Request* r) {
  return spy::begin(r, "iscan {} {} {} {}", spy::place(s), spy::place(b), n, spy::name(t));
}
int MPI_Iexscan(const void* s, void* b, int n, MPI_Datatype t, MPI_Op, MPI_Comm, MPI_Request* r) {
  return spy::begin(r, "iexscan {} {} {} {}", spy::place(s), spy::place(b), n, spy::name(t));
}
int MPI_Ireduce_scatter_block(const void* s, void* b, int n, MPI_Datatype t, MPI_Op, MPI_Comm,
                              MPI_Request* r) {
  return spy::begin(r, "ireduce_scatter_block {} {} {} {}", spy::place(s), spy::place(b), n, spy::name(t));
}
int MPI_Ialltoallw(const void* s, const int* n, const int* d, const MPI_Datatype* t, void* b, const int* m,
                   const int* e, const MPI_Datatype* u, MPI_Comm, MPI_Request* r) {
  return spy::begin(r, "ialltoallw {} {},{} at {},{} {} {} {},{} at {},{} {}", spy::place(s), n[0], n[1],
                    d[0], d[1], spy::name(t[1]), spy::place(b), m[0], m[1], e[0], e[1], spy::name(u[1]));
}
int MPI_Ineighbor_allgather(const void* s, int n, MPI_Datatype t, void* b, int m, MPI_Datatype, MPI_Comm,
                            MPI_Request* r) {
  return spy::begin(r, "ineighbor_allgather {} {} {} {} {}", spy::place(s), n, spy::name(t), spy::place(b),
                    m);
}
int MPI_Ineighbor_allgatherv(const void* s, int n, MPI_Datatype t, void* b, const int* m, const int* d,
                             MPI_Datatype, MPI_Comm, MPI_Request* r) {
  return spy::begin(r, "ineighbor_allgatherv {} {} {} {} {},{} at {},{}", spy::place(s), n, spy::name(t),
                    spy::place(b), m[0], m[3], d[0], d[3]);
}
int MPI_Ineighbor_alltoall(const void* s, int n, MPI_Datatype t, void* b, int m, MPI_Datatype, MPI_Comm,
                           MPI_Request* r) {
  return spy::begin(r, "ineighbor_alltoall {} {} {} {} {}", spy::place(s), n, spy::name(t), spy::place(b), m);
}
int MPI_Ineighbor_alltoallv(const void* s, const int* n, const int* d, MPI_Datatype t, void* b, const int* m,
                            const int* e, MPI_Datatype, MPI_Comm, MPI_Request* r) {
  return spy::begin(r, "ineighbor_alltoallv {} {},{} at {},{} {} {} {},{} at {},{}", spy::place(s), n[0],
                    n[3], d[0], d[3], spy::name(t), spy::place(b), m[0], m[3], e[0], e[3]);
}
int MPI_Ineighbor_alltoallw(const void* s, const int* n, const MPI_Aint* d, const MPI_Datatype* t, void* b,
                            const int* m, const MPI_Aint* e, const MPI_Datatype* u, MPI_Comm,
                            MPI_Request* r) {
  return spy::begin(r, "ineighbor_alltoallw {} {},{} at {},{} {} {} {},{} at {},{} {}", spy::place(s), n[0],
                    n[3], d[0], d[3], spy::name(t[3]), spy::place(b), m[0], m[3], e[0], e[3],
                    spy::name(u[3]));
}
int MPI_Comm_group(MPI_Comm, MPI_Group* made) {
  *made = spy::handle<MPI_Group>(5);
  return spy::note("group");
}
int MPI_Group_free(MPI_Group* group) {
  return spy::note("free group{}", *group == spy::handle<MPI_Group>(5) ? "" : " of others");
}
int MPI_Comm_create_group(MPI_Comm, MPI_Group group, int tag, MPI_Comm* made) {
  spy::note("create from group{} tag {}", group == spy::handle<MPI_Group>(5) ? "" : " of others", tag);
  return spy::make_communicator(made);
}
int MPI_Cart_create(MPI_Comm, int n, const int* dimensions, const int* periods, int reorder, MPI_Comm* made) {
  spy::note("grid {} x {} periodic {},{}{}", dimensions[0], n == 2 ? dimensions[1] : 0, periods[0],
            periods[1], reorder == 0 ? "" : " reordered");
  return spy::make_communicator(made);
}
int MPI_Win_allocate(MPI_Aint bytes, int unit, MPI_Info, MPI_Comm, void* memory, MPI_Win* made) {
  *static_cast<void**>(memory) = spy::in.data();
  *made = spy::handle<MPI_Win>(3);
  return spy::note("allocate window {} unit {}", bytes, unit);
}
int MPI_Win_free(MPI_Win* window) {
  return spy::note("free window{}", *window == spy::handle<MPI_Win>(3) ? "" : " of others");
}
int MPI_Type_vector(int n, int block, int stride, MPI_Datatype t, MPI_Datatype* made) {
  *made = spy::handle<MPI_Datatype>(4);
  return spy::note("vector {} of {} every {} {}", n, block, stride, t == MPI_DOUBLE ? "double" : "others");
}
int MPI_Type_commit(MPI_Datatype* type) {
  return spy::note("commit{}", *type == spy::handle<MPI_Datatype>(4) ? "" : " another");
}
int MPI_Type_free(MPI_Datatype* type) {
  return spy::note("free type{}", *type == spy::handle<MPI_Datatype>(4) ? "" : " of others");
}
int MPI_Rput(const void* from, int n, MPI_Datatype t, int to, MPI_Aint at, int, MPI_Datatype, MPI_Win,
             MPI_Request* request) {
  return spy::begin(request, "rput {} {} {} to {} at {}", spy::place(from), n, spy::name(t), to, at);
}
int MPI_Rget(void* into, int n, MPI_Datatype t, int from, MPI_Aint at, int, MPI_Datatype, MPI_Win,
             MPI_Request* request) {
  return spy::begin(request, "rget {} {} {} from {} at {}", spy::place(into), n, spy::name(t), from, at);
}
int MPI_Raccumulate(const void* from, int n, MPI_Datatype t, int to, MPI_Aint at, int, MPI_Datatype,
                    MPI_Op op, MPI_Win, MPI_Request* request) {
  return spy::begin(request, "raccumulate {} {} {} to {} at {} {}", spy::place(from), n, spy::name(t), to, at,
                    op == MPI_SUM ? "sum" : "op");
}
int MPI_Rget_accumulate(const void* from, int n, MPI_Datatype, void* into, int, MPI_Datatype, int target,
                        MPI_Aint at, int, MPI_Datatype, MPI_Op, MPI_Win, MPI_Request* request) {
  return spy::begin(request, "rget_accumulate {} {} into {} at {} of {}", spy::place(from), n,
                    spy::place(into), at, target);
}
int MPI_Comm_free(MPI_Comm* comm) {
  if (*comm == spy::handle<MPI_Comm>(spy::communicators)) --spy::communicators;
  return spy::note("free");
}

}  // extern "C"
