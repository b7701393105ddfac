// Stand-ins for the calls of IMB-MPI1. Include in one file of a program.
#pragma once
#include "spy/calls.hpp"

extern "C" {

double MPI_Wtime() {
  return spy_now();
}

int MPI_Send(const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm) {
  return spy::note("send {} {} {} to {} tag {}", spy::place(b), n, spy::name(t), to, tag);
}
int MPI_Recv(void* b, int n, MPI_Datatype t, int from, int tag, MPI_Comm, MPI_Status*) {
  return spy::note("recv {} {} {} from {} tag {}", spy::place(b), n, spy::name(t), from, tag);
}
int MPI_Isend(const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm, MPI_Request*) {
  return spy::note("isend {} {} {} to {} tag {}", spy::place(b), n, spy::name(t), to, tag);
}
int MPI_Wait(MPI_Request*, MPI_Status*) {
  return spy::note("wait");
}
int MPI_Waitall(int n, MPI_Request*, MPI_Status*) {
  return spy::note("waitall {}", n);
}
int MPI_Sendrecv(const void* s, int n, MPI_Datatype t, int to, int tag, void* r, int m, MPI_Datatype u,
                 int from, int back, MPI_Comm, MPI_Status*) {
  return spy::note("sendrecv {} {} {} to {} tag {} {} {} {} from {} tag {}", spy::place(s), n, spy::name(t),
                   to, tag, spy::place(r), m, spy::name(u), from, back);
}

int MPI_Barrier(MPI_Comm) {
  return spy::note("barrier");
}
int MPI_Bcast(void* b, int n, MPI_Datatype t, int root, MPI_Comm) {
  return spy::note("bcast {} {} {} root {}", spy::place(b), n, spy::name(t), root);
}
int MPI_Allgather(const void* s, int n, MPI_Datatype t, void* r, int m, MPI_Datatype, MPI_Comm) {
  return spy::note("allgather {} {} {} {} {}", spy::place(s), n, spy::name(t), spy::place(r), m);
}
int MPI_Allgatherv(const void* s, int n, MPI_Datatype t, void* r, const int* m, const int* d, MPI_Datatype,
                   MPI_Comm) {
  return spy::note("allgatherv {} {} {} {} {},{} at {},{}", spy::place(s), n, spy::name(t), spy::place(r),
                   m[0], m[1], d[0], d[1]);
}
int MPI_Scatter(const void* s, int n, MPI_Datatype t, void* r, int m, MPI_Datatype, int root, MPI_Comm) {
  return spy::note("scatter {} {} {} {} {} root {}", spy::place(s), n, spy::name(t), spy::place(r), m, root);
}
int MPI_Scatterv(const void* s, const int* n, const int* d, MPI_Datatype t, void* r, int m, MPI_Datatype,
                 int root, MPI_Comm) {
  return spy::note("scatterv {} {},{} at {},{} {} {} {} root {}", spy::place(s), n[0], n[1], d[0], d[1],
                   spy::name(t), spy::place(r), m, root);
}
int MPI_Gather(const void* s, int n, MPI_Datatype t, void* r, int m, MPI_Datatype, int root, MPI_Comm) {
  return spy::note("gather {} {} {} {} {} root {}", spy::place(s), n, spy::name(t), spy::place(r), m, root);
}
int MPI_Gatherv(const void* s, int n, MPI_Datatype t, void* r, const int* m, const int* d, MPI_Datatype,
                int root, MPI_Comm) {
  return spy::note("gatherv {} {} {} {} {},{} at {},{} root {}", spy::place(s), n, spy::name(t),
                   spy::place(r), m[0], m[1], d[0], d[1], root);
}
int MPI_Alltoall(const void* s, int n, MPI_Datatype t, void* r, int m, MPI_Datatype, MPI_Comm) {
  return spy::note("alltoall {} {} {} {} {}", spy::place(s), n, spy::name(t), spy::place(r), m);
}
int MPI_Alltoallv(const void* s, const int* n, const int* d, MPI_Datatype t, void* r, const int* m,
                  const int* e, MPI_Datatype, MPI_Comm) {
  return spy::note("alltoallv {} {},{} at {},{} {} {} {},{} at {},{}", spy::place(s), n[0], n[1], d[0], d[1],
                   spy::name(t), spy::place(r), m[0], m[1], e[0], e[1]);
}
int MPI_Reduce(const void* s, void* r, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm) {
  return spy::note("reduce {} {} {} {} {} root {}", spy::place(s), spy::place(r), n, spy::name(t),
                   op == MPI_SUM ? "sum" : "op", root);
}
int MPI_Allreduce(const void* s, void* r, int n, MPI_Datatype t, MPI_Op op, MPI_Comm) {
  return spy::note("allreduce {} {} {} {} {}", spy::place(s), spy::place(r), n, spy::name(t),
                   op == MPI_SUM ? "sum" : "op");
}
int MPI_Reduce_scatter(const void* s, void* r, const int* n, MPI_Datatype t, MPI_Op op, MPI_Comm) {
  return spy::note("reduce_scatter {} {} {},{} {} {}", spy::place(s), spy::place(r), n[0], n[1], spy::name(t),
                   op == MPI_SUM ? "sum" : "op");
}

}  // extern "C"
