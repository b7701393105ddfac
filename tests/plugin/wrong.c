/* Benchmarks that go wrong while they run, each in its own way; the last one of each run is right. */
#include <sonde/benchmark.h>
#include <stdlib.h>

static int right(const struct sonde_case *c, const struct sonde_slot *s) {
  return MPI_Sendrecv(s->send, c->count, c->type, c->right, 0, s->receive, c->count, c->type, c->left, 0, c->comm,
                      MPI_STATUS_IGNORE);
}
static int stale(const struct sonde_case *c, const struct sonde_slot *s) {
  (void)s;
  return MPI_Barrier(c->comm);
}
static int code(const struct sonde_case *c, const struct sonde_slot *s) {
  (void)c, (void)s;
  return MPI_ERR_TAG;
}
static int sentence(const struct sonde_case *c, const struct sonde_slot *s) {
  (void)s;
  return c->bytes < 8 ? MPI_SUCCESS : c->fail(c, "no more than 7 bytes today");
}
static int crash(const struct sonde_case *c, const struct sonde_slot *s) {
  (void)s;
  if (c->rank == c->size - 1 && c->bytes >= 8) *(volatile int *)8 = 1;
  return MPI_Barrier(c->comm);
}
static int give_up(const struct sonde_case *c, const struct sonde_slot *s) {
  (void)c, (void)s;
  abort();
}
static int endless(const struct sonde_case *c, const struct sonde_slot *s) {
  for (volatile int again = 1; s->step == 3 && c->rank == 0 && again;) again = 1;
  return MPI_SUCCESS;
}
static int request(const struct sonde_case *c, const struct sonde_slot *s) {
  if (c->requests[1] != MPI_REQUEST_NULL) return MPI_SUCCESS;
  return MPI_Irecv(s->receive, c->count, c->type, c->left, 77, c->comm, &c->requests[1]);
}
static int message(const struct sonde_case *c, const struct sonde_slot *s) {
  MPI_Request sent = MPI_REQUEST_NULL;
  if (s->step > 0) return MPI_SUCCESS;
  MPI_Isend(s->send, 0, c->type, c->right, 78, c->comm, &sent);
  return MPI_Request_free(&sent);
}
static int no_setup(const struct sonde_case *c, void **state) {
  (void)state;
  return c->rank == c->size - 1 ? c->fail(c, "rank has no device") : MPI_SUCCESS;
}
static int nothing_to_set_up(const struct sonde_case *c, void **state) {
  (void)c, (void)state;
  return MPI_SUCCESS;
}
static int no_teardown(const struct sonde_case *c, void *state) {
  (void)state;
  return c->fail(c, "cannot put it away");
}
static int64_t below_zero(int64_t bytes, int processes) {
  (void)bytes, (void)processes;
  return -1;
}

static const struct sonde_benchmark benchmarks[] = {
    {.name = "Stale", .summary = "moves nothing", .repetition = stale, .expected = SONDE_FROM_LEFT},
    {.name = "Code", .summary = "returns an error code", .repetition = code},
    {.name = "Sentence", .summary = "says why it fails", .repetition = sentence},
    {.name = "Crash", .summary = "writes to no memory", .repetition = crash},
    {.name = "Abort", .summary = "calls abort", .repetition = give_up},
    {.name = "Endless", .summary = "never returns", .repetition = endless},
    {.name = "Request", .summary = "leaves a request", .repetition = request, .requests = 2},
    {.name = "Message", .summary = "leaves a message", .repetition = message},
    {.name = "No_setup", .summary = "fails in setup on one rank", .repetition = right, .setup = no_setup},
    {.name = "No_teardown", .summary = "fails in teardown", .repetition = right, .setup = nothing_to_set_up,
     .teardown = no_teardown},
    {.name = "Below_zero", .summary = "buffers of -1 bytes", .repetition = right, .send_bytes = below_zero},
    {.name = "Right", .summary = "everybody sends to the right", .repetition = right, .expected = SONDE_FROM_LEFT},
};
SONDE_BENCHMARKS(benchmarks)
