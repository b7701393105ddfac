/* Benchmarks of every kind that an interface of plug-ins has, all of them right. */
#include <sonde/benchmark.h>
#include <stdlib.h>
#include <string.h>

static int send(const struct sonde_case *c, const struct sonde_slot *s) {
  return MPI_Send(s->send, c->count, c->type, c->peer, 5, c->comm);
}
static int receive(const struct sonde_case *c, const struct sonde_slot *s) {
  return MPI_Recv(s->receive, c->count, c->type, c->peer, 5, c->comm, MPI_STATUS_IGNORE);
}
static int ping(const struct sonde_case *c, const struct sonde_slot *s) {
  const int code = send(c, s);
  return code ? code : receive(c, s);
}
static int pong(const struct sonde_case *c, const struct sonde_slot *s) {
  const int code = receive(c, s);
  return code ? code : send(c, s);
}

static int start(const struct sonde_case *c, const struct sonde_slot *s) {
  return MPI_Iallreduce(s->send, s->receive, c->count, c->type, c->op, c->comm, c->requests);
}
static int finish(const struct sonde_case *c, const struct sonde_slot *s) {
  (void)s;
  return MPI_Wait(c->requests, MPI_STATUS_IGNORE);
}

static int gather(const struct sonde_case *c, const struct sonde_slot *s) {
  return MPI_Gather(s->send, c->count, c->type, s->receive, c->count, c->type, s->root, c->comm);
}
static int all_to_all(const struct sonde_case *c, const struct sonde_slot *s) {
  return MPI_Alltoall(s->send, c->count, c->type, s->receive, c->count, c->type, c->comm);
}
static int broadcast(const struct sonde_case *c, const struct sonde_slot *s) {
  return MPI_Bcast(s->receive, c->count, c->type, s->root, c->comm);
}
static int wait_for_all(const struct sonde_case *c, const struct sonde_slot *s) {
  (void)s;
  return MPI_Barrier(c->comm);
}

/* Two messages, the second from the left neighbour's left: an extent and an expectation of its own. */
static int64_t two(int64_t bytes, int processes) {
  (void)processes;
  return 2 * bytes;
}
static int both(const struct sonde_case *c, const struct sonde_slot *s) {
  char *const to = s->receive;
  const int far_right = (c->rank + 2) % c->size, far_left = (c->rank + 2 * c->size - 2) % c->size;
  const int code = MPI_Sendrecv(s->send, c->count, c->type, c->right, 1, to, c->count, c->type, c->left, 1, c->comm,
                                MPI_STATUS_IGNORE);
  if (code) return code;
  return MPI_Sendrecv((char *)s->send + c->bytes, c->count, c->type, far_right, 2, to + c->bytes, c->count, c->type,
                      far_left, 2, c->comm, MPI_STATUS_IGNORE);
}
static int expect_both(const struct sonde_case *c, int place, void *out) {
  c->sent(c, place == 0 ? c->left : (c->rank + 2 * c->size - 2) % c->size, place, out);
  return 0;
}

/* Persistent requests and a state, both made in setup. */
struct state {
  char *from, *into;
};
static int set_up(const struct sonde_case *c, void **state) {
  struct state *const made = malloc(sizeof *made);
  const size_t bytes = (size_t)c->bytes + 1;
  made->from = malloc(bytes);
  made->into = malloc(bytes);
  *state = made;
  const int code = MPI_Recv_init(made->into, c->count, c->type, c->left, 9, c->comm, &c->requests[0]);
  return code ? code : MPI_Send_init(made->from, c->count, c->type, c->right, 9, c->comm, &c->requests[1]);
}
static int persistent(const struct sonde_case *c, const struct sonde_slot *s) {
  struct state *const mine = c->state;
  MPI_Status statuses[2];
  memcpy(mine->from, s->send, (size_t)c->bytes);
  int code = MPI_Startall(2, c->requests);
  if (!code) code = MPI_Waitall(2, c->requests, statuses);
  memcpy(s->receive, mine->into, (size_t)c->bytes);
  c->counters[0] += 1;
  c->counters[1] = c->rank;
  return code;
}
static int tear_down(const struct sonde_case *c, void *state) {
  struct state *const mine = state;
  MPI_Request_free(&c->requests[0]);
  MPI_Request_free(&c->requests[1]);
  free(mine->from);
  free(mine->into);
  free(mine);
  return MPI_SUCCESS;
}
static const char *const counters[] = {"repetitions", "my_rank", NULL};

static const struct sonde_benchmark benchmarks[] = {
    {.name = "Own_pingpong", .summary = "there and back", .active = ping, .passive = pong, .expected = SONDE_FROM_PEER,
     .exactly = 2, .messages = 1, .time_scale = 0.5},
    {.name = "Own_pairs", .summary = "there and back in pairs", .active = ping, .passive = pong},
    {.name = "Own_iallreduce", .summary = "beside computation", .start = start, .finish = finish,
     .expected = SONDE_REDUCED, .element = SONDE_NUMBERS, .requests = 1},
    {.name = "Own_gather", .summary = "to a root that goes round", .repetition = gather,
     .expected = SONDE_GATHERED_AT_ROOT, .receive = SONDE_MESSAGE_PER_RANK, .root = SONDE_ROOT_ROTATES},
    {.name = "Own_alltoall", .summary = "everybody to everybody", .repetition = all_to_all,
     .expected = SONDE_TRANSPOSED, .send = SONDE_MESSAGE_PER_RANK, .receive = SONDE_MESSAGE_PER_RANK},
    {.name = "Own_bcast", .summary = "from the first rank", .repetition = broadcast, .expected = SONDE_FROM_ROOT,
     .send = SONDE_NO_BUFFER, .root = SONDE_ROOT_ZERO},
    {.name = "Own_barrier", .summary = "no message", .repetition = wait_for_all, .send = SONDE_NO_BUFFER,
     .receive = SONDE_NO_BUFFER, .least = 2},
    {.name = "Own_both", .summary = "two messages", .repetition = both, .expect = expect_both, .send_bytes = two,
     .receive_bytes = two, .messages = 4},
    {.name = "Own_persistent", .summary = "requests of setup", .setup = set_up, .repetition = persistent,
     .teardown = tear_down, .expected = SONDE_FROM_LEFT, .requests = 2, .counters = counters},
};
SONDE_BENCHMARKS(benchmarks)
