/*
 * The halo exchange of a lattice Boltzmann code on a periodic grid of ranks: a cell at the border holds four numbers, one for
 * each direction, and what flows west goes to the western neighbour. So a message is every fourth number of the buffer, which
 * a derived datatype says. Requests are persistent: .setup makes them, the clock sees only their start and their end.
 *
 *     mpicc -shared -fPIC halo.c -o halo.so $(pkg-config --cflags sonde)
 *     mpirun -np 4 sonde-mpi -plugin ./halo.so -check
 */
#include <sonde/benchmark.h>
#include <stdlib.h>
#include <string.h>

#define CHECKED(call)                     \
  do {                                    \
    const int code = (call);              \
    if (code != MPI_SUCCESS) return code; \
  } while (0)

enum { west, east, north, south, directions };
enum { requests = 2 * directions }; /* of one exchange: a receive and a send for each direction */

struct halo {
  int neighbour[directions];
  int size;          /* bytes of a number */
  MPI_Datatype flow; /* the numbers of one direction */
  char *border;      /* X bytes, for expect */
};

static int opposite(int direction) { return direction ^ 1; }

static int find_neighbours(const struct sonde_case *c, int *neighbour) {
  int sides[2] = {0, 0};
  const int periodic[2] = {1, 1};
  MPI_Comm grid;
  CHECKED(MPI_Dims_create(c->size, 2, sides));
  CHECKED(MPI_Cart_create(c->comm, 2, sides, periodic, 0, &grid)); /* ranks keep their numbers */
  CHECKED(MPI_Cart_shift(grid, 0, 1, &neighbour[west], &neighbour[east]));
  CHECKED(MPI_Cart_shift(grid, 1, 1, &neighbour[north], &neighbour[south]));
  return MPI_Comm_free(&grid);
}

static int make_requests(const struct sonde_case *c, const struct halo *h) {
  for (int d = 0; d < directions; ++d) {
    char *in = (char *)c->receive + d * h->size, *out = (char *)c->send + d * h->size;
    CHECKED(MPI_Recv_init(in, 1, h->flow, h->neighbour[opposite(d)], d, c->comm, &c->requests[d]));
    CHECKED(MPI_Send_init(out, 1, h->flow, h->neighbour[d], d, c->comm, &c->requests[directions + d]));
  }
  return MPI_SUCCESS;
}

static int setup(const struct sonde_case *c, void **state) {
  struct halo *h = malloc(sizeof *h);
  if (h == NULL || (h->border = malloc((size_t)c->bytes + 1)) == NULL)
    return c->fail(c, "no memory for the state");
  *state = h;
  CHECKED(find_neighbours(c, h->neighbour));
  CHECKED(MPI_Type_size(c->type, &h->size));
  CHECKED(MPI_Type_vector(c->count, 1, directions, c->type, &h->flow));
  CHECKED(MPI_Type_commit(&h->flow));
  return make_requests(c, h);
}

static int teardown(const struct sonde_case *c, void *state) {
  struct halo *h = state;
  for (int i = 0; i < requests; ++i) CHECKED(MPI_Request_free(&c->requests[i]));
  CHECKED(MPI_Type_free(&h->flow));
  free(h->border);
  free(h);
  return MPI_SUCCESS;
}

static int exchange(const struct sonde_case *c, const struct sonde_slot *s) {
  MPI_Status done[requests]; /* gcc 12 warns of MPICH's MPI_STATUSES_IGNORE */
  (void)s;                   /* requests know their buffers, which stay where they are also with -off_cache */
  CHECKED(MPI_Startall(requests, c->requests));
  return MPI_Waitall(requests, c->requests, done);
}

/* What flows in a direction comes from the neighbour behind, from the same cells. */
static int expect(const struct sonde_case *c, int place, void *out) {
  const struct halo *h = c->state;
  for (int d = 0; d < directions; ++d) {
    c->sent(c, h->neighbour[opposite(d)], place, h->border);
    for (int64_t i = 0; i < c->count; ++i)
      if ((place * (int64_t)c->count + i) % directions == d)
        memcpy((char *)out + i * h->size, h->border + i * h->size, (size_t)h->size);
  }
  return 0;
}

static int64_t all_directions(int64_t bytes, int processes) {
  (void)processes;
  return directions * bytes;
}

static const struct sonde_benchmark benchmarks[] = {
    {.name = "Halo",
     .summary = "four neighbours on a periodic grid, strided messages, persistent requests",
     .repetition = exchange,
     .setup = setup,
     .teardown = teardown,
     .expect = expect,
     .send_bytes = all_directions,
     .receive_bytes = all_directions,
     .element = SONDE_NUMBERS,
     .messages = requests,
     .requests = requests},
};
SONDE_BENCHMARKS(benchmarks)
