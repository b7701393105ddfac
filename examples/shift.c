/*
 * Every rank sends to its right neighbour and receives from its left one.
 *
 *     mpicc -shared -fPIC shift.c -o shift.so $(pkg-config --cflags sonde)
 *     mpirun -np 4 sonde-mpi -plugin ./shift.so -check
 */
#include <sonde/benchmark.h>

static int shift(const struct sonde_case *c, const struct sonde_slot *s) {
  return MPI_Sendrecv(s->send, c->count, c->type, c->right, 0, s->receive, c->count, c->type, c->left, 0,
                      c->comm, MPI_STATUS_IGNORE);
}

static const struct sonde_benchmark benchmarks[] = {
    {.name = "Shift",
     .summary = "everybody sends to the right",
     .repetition = shift,
     .expected = SONDE_FROM_LEFT,
     .messages = 2},
};
SONDE_BENCHMARKS(benchmarks)
