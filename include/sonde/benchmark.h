/*
 * A benchmark of your own, measured by sonde-mpi: write one repetition, get lengths, statistics, checks and
 * records.
 *
 *     #include <sonde/benchmark.h>
 *
 *     static int shift(const struct sonde_case *c, const struct sonde_slot *s) {
 *       return MPI_Sendrecv(s->send, c->count, c->type, c->right, 0, s->receive, c->count, c->type, c->left,
 * 0, c->comm, MPI_STATUS_IGNORE);
 *     }
 *     static const struct sonde_benchmark benchmarks[] = {
 *         {.name = "Shift", .summary = "everybody sends to the right", .repetition = shift, .messages = 2},
 *     };
 *     SONDE_BENCHMARKS(benchmarks)
 *
 *     mpicc -shared -fPIC shift.c -o shift.so $(pkg-config --cflags sonde)
 *     mpirun -np 4 sonde-mpi -plugin ./shift.so
 *
 * Every function returns MPI_SUCCESS or an error code of MPI; any other code than MPI_SUCCESS fails the row
 * of the table, not the run. All ranks of a communicator should fail alike: a rank that goes on waits for one
 * that does not.
 */
#ifndef SONDE_BENCHMARK_H
#define SONDE_BENCHMARK_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of what is below. Members are only ever added at the ends of structs, so that a plug-in of an
 * older version runs in a newer sonde-mpi. */
#define SONDE_INTERFACE 1

/* One benchmark at one message length on this rank; the same for all repetitions. */
struct sonde_case {
  MPI_Comm comm;     /* the ranks that run it together; MPI_ERRORS_RETURN is set */
  int rank, size;    /* in comm */
  int left, right;   /* rank - 1 and rank + 1, periodic */
  int peer;          /* of this rank's pair, with .active and .passive; else MPI_PROC_NULL */
  int64_t bytes;     /* X, the message length */
  int count;         /* elements of type in X bytes */
  MPI_Datatype type; /* as .element says */
  MPI_Op op;         /* of reductions */
  uint64_t seed;     /* -seed: the same on all ranks */
  void* state;       /* what .setup has left */
  /* .requests of them, MPI_REQUEST_NULL before .setup. What is not MPI_REQUEST_NULL after a loop is an error,
   * but for persistent requests that .setup has made: they are inactive then, and .teardown frees them. */
  MPI_Request* requests;
  double*
      counters; /* one for each name in .counters, 0 before the measured loop: add what is to be reported */
  /* Writes X bytes to `out`: what rank `rank` sends at `place` of its send buffer (counted in messages of X
   * bytes) in the repetition that is checked. For .expect only. */
  void (*sent)(const struct sonde_case* c, int rank, int place, void* out);
  /* Says why a function fails, in one sentence that names the rank's trouble; returns what that function then
   * returns. */
  int (*fail)(const struct sonde_case* c, const char* sentence);
  void* sonde; /* what these two need */
  /* The buffers of the first repetition, which are those of all repetitions without -off_cache: for
   * persistent requests, which .setup makes. They work there with -off_cache, too. */
  void *send, *receive;
};

/* What one repetition works on. With -off_cache buffers and slots differ from repetition to repetition. */
struct sonde_slot {
  void* send;
  void* receive;
  int64_t step; /* number of the repetition in its loop, from 0 */
  int root;     /* as .root says; 0 without */
};

/* How many bytes a buffer holds at message length X with P ranks. */
enum sonde_extent {
  SONDE_MESSAGE,          /* X */
  SONDE_NO_BUFFER,        /* none */
  SONDE_MESSAGE_PER_RANK, /* P X */
};

/* What a message is made of: MPI_BYTE, or the numbers of reductions: MPI_FLOAT (-red_data_type changes it).
 */
enum sonde_element { SONDE_BYTES, SONDE_NUMBERS };

/* Which rank sonde_slot.root names. */
enum sonde_root { SONDE_NO_ROOT, SONDE_ROOT_ROTATES, SONDE_ROOT_ZERO };

/* What -check looks for in the receive buffer of rank q after a repetition. */
enum sonde_content {
  SONDE_UNCHECKED,        /* nothing: the row is not checked */
  SONDE_FROM_LEFT,        /* the message of rank q - 1 */
  SONDE_FROM_PEER,        /* that of the other rank of two */
  SONDE_FROM_ROOT,        /* the message in the receive buffer of the root, as after MPI_Bcast */
  SONDE_SCATTERED,        /* message q of the root's P messages */
  SONDE_GATHERED_AT_ROOT, /* at the root only: the messages of all ranks in their order */
  SONDE_GATHERED,         /* the messages of all ranks in their order */
  SONDE_TRANSPOSED,       /* place s: message q of rank s's P messages (MPI_Alltoall) */
  SONDE_REDUCED_AT_ROOT,  /* at the root only: the sum over all ranks */
  SONDE_REDUCED,          /* the sum over all ranks */
};

/* A row of the table of a plug-in. What is left out is 0, which always means the usual. */
struct sonde_benchmark {
  const char* name;    /* letters, digits and _ */
  const char* summary; /* one line for -list */

  /* One of three kinds. All ranks do the same: */
  int (*repetition)(const struct sonde_case* c, const struct sonde_slot* s);
  /* Pairs: rank r of the first half is active, rank r + size / 2 passive; the last one of an odd number
   * idles: */
  int (*active)(const struct sonde_case* c, const struct sonde_slot* s);
  int (*passive)(const struct sonde_case* c, const struct sonde_slot* s);
  /* Beside computation, as the non-blocking collectives of IMB-NBC are measured: start, compute, finish. */
  int (*start)(const struct sonde_case* c, const struct sonde_slot* s);
  int (*finish)(const struct sonde_case* c, const struct sonde_slot* s);

  /* Around all loops of a message length, outside the clock; may be collective over c->comm. */
  int (*setup)(const struct sonde_case* c, void** state);
  int (*teardown)(const struct sonde_case* c, void* state);

  /* -check: one of the usual contents, or a function that writes to `out` the X bytes expected at `place` of
   * the receive buffer. Returns 0, 1 where nothing certain is expected at that place, or what .fail returns.
   */
  enum sonde_content expected;
  int (*expect)(const struct sonde_case* c, int place, void* out);

  enum sonde_extent send, receive;
  int64_t (*send_bytes)(int64_t bytes,
                        int processes); /* instead of .send: a multiple of `bytes`, on all ranks alike */
  int64_t (*receive_bytes)(int64_t bytes, int processes); /* instead of .receive */
  enum sonde_element element;
  enum sonde_root root;

  int least;   /* processes; 0: 1, or 2 for pairs */
  int exactly; /* whatever is started: so many of them; 0: the sequence of -npmin */

  int messages; /* that a rank sends and receives in a repetition, for the rate in MB/s; 0: no rate is shown
                 */
  double time_scale; /* the time shown is this times that of a repetition: 0.5 for a round trip; 0: 1 */

  int requests; /* in sonde_case.requests */
  const char* const*
      counters; /* names of numbers that a row reports of each rank; ends with a null pointer */
};

/* What sonde-mpi looks up in a plug-in: see SONDE_BENCHMARKS. */
struct sonde_plugin {
  int interface_version;
  int benchmark_bytes; /* size of struct sonde_benchmark when this was compiled */
  int comm_bytes;      /* size of MPI_Comm: 4 with MPICH and its relatives, 8 with Open MPI */
  int count;
  const struct sonde_benchmark* benchmarks;
  const char* library; /* whose mpi.h it was compiled with */
};

#if defined(SMPI_H)
#define SONDE_LIBRARY "SimGrid"
#elif defined(OPEN_MPI)
#define SONDE_LIBRARY "Open MPI"
#elif defined(MPICH_VERSION)
#define SONDE_LIBRARY "MPICH"
#elif defined(MVAPICH2_VERSION)
#define SONDE_LIBRARY "MVAPICH2"
#else
#define SONDE_LIBRARY ""
#endif

#ifdef __cplusplus
#define SONDE_EXPORTED extern "C"
#else
#define SONDE_EXPORTED extern
#endif

/* Makes the benchmarks of an array, in their order, those of this plug-in. Once in a plug-in, outside of any
 * function. */
#define SONDE_BENCHMARKS(array)                                                                 \
  SONDE_EXPORTED __attribute__((visibility("default"))) const struct sonde_plugin sonde_plugin; \
  const struct sonde_plugin sonde_plugin = {SONDE_INTERFACE,                                    \
                                            (int)sizeof(struct sonde_benchmark),                \
                                            (int)sizeof(MPI_Comm),                              \
                                            (int)(sizeof(array) / sizeof((array)[0])),          \
                                            array,                                              \
                                            SONDE_LIBRARY};

#ifdef __cplusplus
}
#endif

#endif
