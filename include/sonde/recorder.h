/*
 * Times that an application takes of its own phases, as a record of Sonde: sonde show, compare, report and
 * history read it.
 *
 *     #include <sonde/recorder.h>
 *
 *     sonde_recorder *r = sonde_recorder_open(MPI_COMM_WORLD, "run.jsonl", "solver");
 *     for (step = 0; step < steps; ++step) {
 *       const double begin = MPI_Wtime();
 *       exchange_halo();
 *       sonde_recorder_sample(r, "halo", halo_bytes, MPI_Wtime() - begin);
 *     }
 *     sonde_recorder_close(r);
 *
 * Sample i of a phase counts with its slowest rank. A phase is a name and a number of bytes; each is a case
 * of the record. One thread at a time may use a recorder. Needs nothing but this file, MPI 3 and POSIX; C99
 * or C++11.
 */
#ifndef SONDE_RECORDER_H
#define SONDE_RECORDER_H

#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sonde_recorder sonde_recorder;

/* What the functions return. */
enum sonde_recorder_status {
  SONDE_RECORDER_OK = 0,
  SONDE_RECORDER_NONE,    /* there is no recorder: it was not opened */
  SONDE_RECORDER_NAME,    /* a name is empty, longer than 200 bytes, no UTF-8, or has control characters */
  SONDE_RECORDER_BYTES,   /* less than -1 */
  SONDE_RECORDER_SECONDS, /* negative, no number, or more than 1e9 */
  SONDE_RECORDER_MEMORY,  /* not enough memory, or more than 65536 phases */
  SONDE_RECORDER_FILE,    /* the record cannot be created or written */
  SONDE_RECORDER_MPI      /* a call of MPI failed, where its errors return */
};

/* Opens a record. Collective over comm, whose rank 0 alone needs file and program, and alone writes. The
 * ranks of the record are those of comm. The file must not exist: an old one is never overwritten, a symbolic
 * link never followed. Returns NULL on all ranks where it fails on one; sonde_recorder_error() says why. */
static inline sonde_recorder* sonde_recorder_open(MPI_Comm comm, const char* file, const char* program);

/* Records one sample on this rank: no communication, no input or output. bytes: the message length, or what
 * else sets the amount of work; -1: none. Call it outside of what is timed, for memory grows now and then: it
 * doubles. Ranks that leave a phase out do not count in it. Names that differ only in case are one to the
 * readers: avoid that. A sample that is refused is not in the record. With a NULL recorder it returns
 * SONDE_RECORDER_NONE and does no more. */
static inline int sonde_recorder_sample(sonde_recorder* r, const char* name, int64_t bytes, double seconds);

/* Merges the samples of all ranks, writes the record and frees the recorder, whatever it returns. Collective
 * over the ranks of the recorder, before MPI_Finalize; samples are in memory until then. Returns the same on
 * all ranks. Where the ranks of a phase have different numbers of samples, the case holds those that all of
 * them have; the others stand in a case of their own, in mode "not on all ranks", and both have a warning. Of
 * more than 65536 samples of a phase, means of two, three, ... consecutive ones are written. */
static inline int sonde_recorder_close(sonde_recorder* r);

/* Why the last call from this source file failed that did. */
static inline const char* sonde_recorder_error(void);

/* All below is for the functions above. */

enum {
  SONDE_REC_NAME = 200,        /* bytes: what the readers take */
  SONDE_REC_PHASES = 1 << 16,  /* at most */
  SONDE_REC_PIECE = 4096,      /* samples that are reduced at a time */
  SONDE_REC_BATCHES = 1 << 16, /* values of a case: more would only be slow to read */
  SONDE_REC_REASON = 5000      /* a file name may be long */
};

struct sonde_rec_key {
  int64_t bytes;
  char name[SONDE_REC_NAME + 1];
};

struct sonde_rec_keys {
  struct sonde_rec_key* list;
  int count, room;
};

struct sonde_rec_series {
  double* seconds;
  int64_t count, room;
};

struct sonde_rec_slowest { /* as MPI_DOUBLE_INT */
  double seconds;
  int rank;
};

struct sonde_recorder {
  MPI_Comm comm;
  int rank, size;
  struct sonde_rec_keys keys;
  struct sonde_rec_series* series; /* of each key */
  int last;                        /* where the last sample went */
  int mpi_error;
  struct sonde_rec_slowest mine[SONDE_REC_PIECE];

  /* On rank 0 only. */
  struct sonde_rec_slowest slowest[SONDE_REC_PIECE];
  char* takes_part;       /* of each rank */
  int64_t* times_slowest; /* of each rank */
  char* hosts;            /* of each rank; until the header is written */
  int file, trouble;      /* -1: this rank writes nothing; errno of what could not be written */
  size_t length;
  char text[1 << 16]; /* not written yet */
};

static inline char* sonde_rec_reason(void) {
  static char reason[SONDE_REC_REASON];
  return reason;
}

static inline const char* sonde_recorder_error(void) {
  return sonde_rec_reason();
}

/* Adds to the reason; by hand, since compilers warn of snprintf where texts might not fit. */
static inline void sonde_rec_say(const char* text) {
  char* reason = sonde_rec_reason();
  size_t length = strlen(reason);
  for (; *text != '\0' && length + 1 < SONDE_REC_REASON; ++text) reason[length++] = *text;
  reason[length] = '\0';
}

static inline int sonde_rec_fail(int status, const char* before, const char* what, const char* after) {
  sonde_rec_reason()[0] = '\0';
  sonde_rec_say(before);
  sonde_rec_say(what);
  sonde_rec_say(after);
  return status;
}

static inline void sonde_rec_ok(sonde_recorder* r, int code) {
  if (code != MPI_SUCCESS) r->mpi_error = code;
}

/* The worst status of all ranks, with its reason. Collective. */
static inline int sonde_rec_agree(MPI_Comm comm, int rank, int status) {
  struct {
    int status, rank;
  } mine, worst;
  mine.status = status;
  mine.rank = rank;
  worst = mine;
  if (MPI_Allreduce(&mine, &worst, 1, MPI_2INT, MPI_MAXLOC, comm) != MPI_SUCCESS ||
      (worst.status != SONDE_RECORDER_OK &&
       MPI_Bcast(sonde_rec_reason(), SONDE_REC_REASON, MPI_CHAR, worst.rank, comm) != MPI_SUCCESS))
    return sonde_rec_fail(SONDE_RECORDER_MPI, "a call of MPI failed", "", "");
  return worst.status;
}

/* The length of the UTF-8 character at text, and its number; 0: there is none (RFC 3629). */
static inline int sonde_rec_character(const char* text, long* code) {
  static const long least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char* at = (const unsigned char*)text;
  const int length = at[0] < 0x80         ? 1
                     : at[0] >> 5 == 0x06 ? 2
                     : at[0] >> 4 == 0x0E ? 3
                     : at[0] >> 3 == 0x1E ? 4
                                          : 0;
  *code = length == 1 ? at[0] : at[0] & (0xFF >> (length + 1));
  for (int i = 1; i < length; ++i) {
    if (at[i] >> 6 != 2) return 0;
    *code = *code << 6 | (at[i] & 0x3F);
  }
  return *code < least[length] || *code > 0x10FFFF || (*code >= 0xD800 && *code < 0xE000) ? 0 : length;
}

/* Whether the readers take it as a name: no control characters, separators of lines or marks of direction. */
static inline int sonde_rec_is_name(const char* name) {
  long code = 0;
  int length = 0;
  if (name == NULL || name[0] == '\0' || strlen(name) > SONDE_REC_NAME) return 0;
  for (; *name != '\0'; name += length) {
    length = sonde_rec_character(name, &code);
    if (length == 0 || code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x2028 && code <= 0x202E) ||
        (code >= 0x2066 && code <= 0x2069))
      return 0;
  }
  return 1;
}

/* Where a phase stands, looked for from `from` on: phases mostly come in the same order again. -1: nowhere.
 */
static inline int sonde_rec_find(const struct sonde_rec_keys* keys, int from, const char* name,
                                 int64_t bytes) {
  for (int i = 0; i < keys->count; ++i) {
    const int at = from + i < keys->count ? from + i : from + i - keys->count;
    if (keys->list[at].bytes == bytes && strcmp(keys->list[at].name, name) == 0) return at;
  }
  return -1;
}

static inline int sonde_rec_add(struct sonde_rec_keys* keys, const char* name, int64_t bytes) {
  if (keys->count == keys->room) {
    const int room = keys->room == 0 ? 16 : 2 * keys->room;
    void* grown =
        keys->room < SONDE_REC_PHASES ? realloc(keys->list, (size_t)room * sizeof *keys->list) : NULL;
    if (grown == NULL)
      return sonde_rec_fail(SONDE_RECORDER_MEMORY, "not enough memory, or more than 65536 phases", "", "");
    keys->list = (struct sonde_rec_key*)grown;
    keys->room = room;
  }
  struct sonde_rec_key* key = &keys->list[keys->count++];
  memset(key, 0, sizeof *key);
  key->bytes = bytes;
  memcpy(key->name, name, strlen(name)); /* sonde_rec_is_name() has looked at its length */
  return SONDE_RECORDER_OK;
}

static inline int sonde_rec_new_phase(sonde_recorder* r, const char* name, int64_t bytes) {
  const int room = r->keys.room;
  const int status = sonde_rec_add(&r->keys, name, bytes);
  if (status != SONDE_RECORDER_OK) return status;
  if (r->keys.room > room) {
    void* grown = realloc(r->series, (size_t)r->keys.room * sizeof *r->series);
    if (grown == NULL) {
      r->keys.room = room; /* asks for both again */
      --r->keys.count;
      return sonde_rec_fail(SONDE_RECORDER_MEMORY, "not enough memory", "", "");
    }
    r->series = (struct sonde_rec_series*)grown;
  }
  memset(&r->series[r->keys.count - 1], 0, sizeof *r->series);
  return SONDE_RECORDER_OK;
}

static inline int sonde_recorder_sample(sonde_recorder* r, const char* name, int64_t bytes, double seconds) {
  int status = SONDE_RECORDER_OK;
  if (r == NULL)
    return sonde_rec_fail(SONDE_RECORDER_NONE, "there is no recorder: it was not opened", "", "");
  if (name == NULL || name[0] == '\0')
    return sonde_rec_fail(SONDE_RECORDER_NAME, "a phase needs a name", "", "");
  if (!(seconds >= 0 && seconds <= 1e9))
    return sonde_rec_fail(SONDE_RECORDER_SECONDS, "the seconds of '", name, "' must be from 0 to 1e9");
  if (bytes < -1)
    return sonde_rec_fail(SONDE_RECORDER_BYTES, "the bytes of '", name, "' must be 0 or more, or -1");
  int at = sonde_rec_find(&r->keys, r->last, name, bytes);
  if (at < 0) {
    if (!sonde_rec_is_name(name))
      return sonde_rec_fail(SONDE_RECORDER_NAME,
                            "a name must be UTF-8 of at most 200 bytes without control characters", "", "");
    at = r->keys.count;
    status = sonde_rec_new_phase(r, name, bytes);
    if (status != SONDE_RECORDER_OK) return status;
  }
  struct sonde_rec_series* series = &r->series[at];
  if (series->count == series->room) {
    const int64_t room = series->room == 0 ? 1024 : 2 * series->room;
    void* grown = realloc(series->seconds, (size_t)room * sizeof *series->seconds);
    if (grown == NULL) return sonde_rec_fail(SONDE_RECORDER_MEMORY, "not enough memory for '", name, "'");
    series->seconds = (double*)grown;
    series->room = room;
  }
  series->seconds[series->count++] = seconds;
  r->last = at;
  return status;
}

/* Writing. Ranks other than 0 go through the same steps and write nothing. */

static inline void sonde_rec_flush(sonde_recorder* r) {
  size_t done = 0;
  while (done < r->length && r->trouble == 0) {
    const long written = (long)write(r->file, r->text + done, r->length - done);
    if (written >= 0)
      done += (size_t)written;
    else if (errno != EINTR)
      r->trouble = errno;
  }
  r->length = 0;
}

static inline void sonde_rec_put(sonde_recorder* r, const char* text) {
  if (r->file < 0) return;
  for (; *text != '\0'; ++text) {
    if (r->length == sizeof r->text) sonde_rec_flush(r);
    r->text[r->length++] = *text;
  }
}

/* Text within a JSON string: escaped, and a replacement character for what is no UTF-8. */
static inline void sonde_rec_put_escaped(sonde_recorder* r, const char* text) {
  char piece[8];
  long code = 0;
  while (*text != '\0') {
    const int length = sonde_rec_character(text, &code);
    if (length == 0)
      snprintf(piece, sizeof piece, "\\ufffd");
    else if (code < 0x20 || code == 0x7F)
      snprintf(piece, sizeof piece, "\\u%04x", (unsigned)code & 0x7F);
    else
      snprintf(piece, sizeof piece, "%s%.*s", code == '"' || code == '\\' ? "\\" : "", length, text);
    sonde_rec_put(r, piece);
    text += length == 0 ? 1 : length;
  }
}

static inline void sonde_rec_put_string(sonde_recorder* r, const char* key, const char* text) {
  sonde_rec_put(r, key);
  sonde_rec_put(r, "\"");
  sonde_rec_put_escaped(r, text);
  sonde_rec_put(r, "\"");
}

static inline void sonde_rec_put_whole(sonde_recorder* r, const char* key, int64_t value) {
  char text[24];
  snprintf(text, sizeof text, "%lld", (long long)value);
  sonde_rec_put(r, key);
  sonde_rec_put(r, text);
}

/* The fewest digits that give the number back, with a point in every locale. */
static inline void sonde_rec_put_number(sonde_recorder* r, const char* key, double value) {
  char text[40], plain[40];
  size_t length = 0;
  for (int digits = 15; digits <= 17; ++digits) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    const double back = strtod(text, NULL);
    if (back >= value && back <= value) break;
  }
  for (const char* at = text; *at != '\0'; ++at) {
    if (strchr("0123456789+-e", *at) != NULL)
      plain[length++] = *at;
    else if (length > 0 && plain[length - 1] != '.')
      plain[length++] = '.';
  }
  plain[length] = '\0';
  sonde_rec_put(r, key);
  sonde_rec_put(r, plain);
}

static inline void sonde_rec_put_time(sonde_recorder* r, const char* key) {
  char text[40] = "null";
  const time_t now = time(NULL);
  const struct tm* utc = gmtime(&now);
  if (utc != NULL) strftime(text, sizeof text, "\"%Y-%m-%dT%H:%M:%S+00:00\"", utc);
  sonde_rec_put(r, key);
  sonde_rec_put(r, text);
}

/* What could not be written, as a status. */
static inline int sonde_rec_written(sonde_recorder* r, int may_close) {
  if (r->file >= 0) sonde_rec_flush(r);
  if (may_close && r->file >= 0 && close(r->file) != 0 && r->trouble == 0) r->trouble = errno;
  if (r->trouble != 0)
    return sonde_rec_fail(SONDE_RECORDER_FILE, "cannot write the record: ", strerror(r->trouble), "");
  if (r->mpi_error != MPI_SUCCESS) return sonde_rec_fail(SONDE_RECORDER_MPI, "a call of MPI failed", "", "");
  return SONDE_RECORDER_OK;
}

static inline void sonde_rec_put_library(sonde_recorder* r) {
  char library[MPI_MAX_LIBRARY_VERSION_STRING + 1];
  int length = 0, version = 0, subversion = 0, threads = MPI_THREAD_SINGLE;
  memset(library, 0, sizeof library);
  sonde_rec_ok(r, MPI_Get_library_version(library, &length));
  while (length > 0 && (library[length - 1] == '\n' || library[length - 1] == '\0')) library[--length] = '\0';
  sonde_rec_put_string(r, ",\"mpi_library\":", library);
  sonde_rec_ok(r, MPI_Get_version(&version, &subversion));
  sonde_rec_put_whole(r, ",\"mpi_standard\":\"", version);
  sonde_rec_put_whole(r, ".", subversion);
  sonde_rec_ok(r, MPI_Query_thread(&threads));
  sonde_rec_put_string(r, "\",\"thread_level\":",
                       threads == MPI_THREAD_MULTIPLE     ? "MPI_THREAD_MULTIPLE"
                       : threads == MPI_THREAD_SERIALIZED ? "MPI_THREAD_SERIALIZED"
                       : threads == MPI_THREAD_FUNNELED   ? "MPI_THREAD_FUNNELED"
                                                          : "MPI_THREAD_SINGLE");
}

static inline void sonde_rec_put_places(sonde_recorder* r) {
  char host[MPI_MAX_PROCESSOR_NAME];
  int length = 0;
  memset(host, 0, sizeof host);
  sonde_rec_ok(r, MPI_Get_processor_name(host, &length));
  host[sizeof host - 1] = '\0';
  sonde_rec_ok(
      r, MPI_Gather(host, (int)sizeof host, MPI_CHAR, r->hosts, (int)sizeof host, MPI_CHAR, 0, r->comm));
  for (int rank = 0; r->rank == 0 && rank < r->size; ++rank) {
    sonde_rec_put_whole(r, rank == 0 ? "{\"rank\":" : ",{\"rank\":", rank);
    sonde_rec_put_string(r, ",\"host\":", r->hosts + (size_t)rank * sizeof host);
    sonde_rec_put(r, ",\"cores\":null,\"numa_node\":null}");
  }
  free(r->hosts);
  r->hosts = NULL;
}

static inline void sonde_rec_put_header(sonde_recorder* r, const char* program) {
  sonde_rec_put(r, "{\"schema\":1,\"kind\":\"header\"");
  if (r->rank == 0) sonde_rec_put_string(r, ",\"program\":", program);
  sonde_rec_put(
      r,
      ",\"version\":null,\"revision\":null,\"compiler\":null,\"compiler_flags\":null,\"conventions\":null");
  sonde_rec_put_library(r);
  sonde_rec_put_time(r, ",\"command_line\":[],\"start\":");
  sonde_rec_put_whole(r, ",\"ranks\":", r->size);
  sonde_rec_put(r, ",\"places\":[");
  sonde_rec_put_places(r);
  sonde_rec_put(
      r,
      "],\"warnings\":[],\"cpu_model\":null,\"governor\":null,\"kernel\":null,\"machine\":null,\"system\":null,"
      "\"cpu_mhz\":null,\"timer_name\":null,\"timer_resolution_s\":null,\"timer_cost_s\":null,"
      "\"environment\":{},\"seed\":null,\"megabyte_bytes\":1048576,\"conventions_in_force\":[],"
      "\"resumed\":false}\n");
}

static inline void sonde_rec_free(sonde_recorder* r) {
  for (int i = 0; i < r->keys.count; ++i) free(r->series[i].seconds);
  free(r->keys.list);
  free(r->series);
  free(r->takes_part);
  free(r->times_slowest);
  free(r->hosts);
  free(r);
}

static inline int sonde_rec_create(sonde_recorder* r, const char* file, const char* program) {
  if (file == NULL || file[0] == '\0')
    return sonde_rec_fail(SONDE_RECORDER_FILE, "the record needs a file name", "", "");
  if (!sonde_rec_is_name(program))
    return sonde_rec_fail(SONDE_RECORDER_NAME,
                          "the program needs a name of at most 200 bytes without control characters", "", "");
  r->file = open(file, O_WRONLY | O_CREAT | O_EXCL, 0666); /* with O_EXCL POSIX follows no symbolic link */
  if (r->file >= 0) return SONDE_RECORDER_OK;
  if (errno == EEXIST) return sonde_rec_fail(SONDE_RECORDER_FILE, "'", file, "' exists: choose another name");
  const int error = errno;
  sonde_rec_fail(SONDE_RECORDER_FILE, "cannot create '", file, "': ");
  sonde_rec_say(strerror(error));
  return SONDE_RECORDER_FILE;
}

/* This rank's part of a recorder; NULL: not enough memory. */
static inline sonde_recorder* sonde_rec_make(MPI_Comm comm, int rank, int size) {
  sonde_recorder* r = (sonde_recorder*)calloc(1, sizeof *r);
  if (r == NULL) return NULL;
  r->comm = comm;
  r->rank = rank;
  r->size = size;
  r->file = -1;
  r->mpi_error = MPI_SUCCESS;
  if (rank != 0) return r;
  r->takes_part = (char*)malloc((size_t)size);
  r->times_slowest = (int64_t*)malloc((size_t)size * sizeof *r->times_slowest);
  r->hosts = (char*)malloc((size_t)size * MPI_MAX_PROCESSOR_NAME);
  if (r->takes_part != NULL && r->times_slowest != NULL && r->hosts != NULL) return r;
  sonde_rec_free(r);
  return NULL;
}

static inline sonde_recorder* sonde_recorder_open(MPI_Comm comm, const char* file, const char* program) {
  MPI_Comm own = MPI_COMM_NULL;
  int rank = 0, size = 1, status = SONDE_RECORDER_OK;
  if (comm == MPI_COMM_NULL) {
    sonde_rec_fail(SONDE_RECORDER_MPI, "the communicator is MPI_COMM_NULL", "", "");
    return NULL;
  }
  if (MPI_Comm_dup(comm, &own) != MPI_SUCCESS || MPI_Comm_rank(own, &rank) != MPI_SUCCESS ||
      MPI_Comm_size(own, &size) != MPI_SUCCESS) {
    sonde_rec_fail(SONDE_RECORDER_MPI, "a call of MPI failed", "", "");
    return NULL;
  }
  sonde_recorder* r = sonde_rec_make(own, rank, size);
  if (r == NULL)
    status = sonde_rec_fail(SONDE_RECORDER_MEMORY, "not enough memory for a recorder", "", "");
  else if (rank == 0)
    status = sonde_rec_create(r, file, program);
  status = sonde_rec_agree(own, rank, status);
  if (status == SONDE_RECORDER_OK) {
    sonde_rec_put_header(r, program);
    status = sonde_rec_agree(own, rank, sonde_rec_written(r, 0));
  }
  if (status == SONDE_RECORDER_OK) return r;
  if (r != NULL && r->file >= 0) {
    close(r->file);
    remove(file); /* it is ours and holds nothing */
  }
  if (r != NULL) sonde_rec_free(r);
  MPI_Comm_free(&own);
  return NULL;
}

/* Merging. */

/* All phases, on rank 0: in the order of rank 0, then those that it lacks. Up a tree, so that no rank meets
 * all others. */
static inline int sonde_rec_gather_keys(sonde_recorder* r, struct sonde_rec_keys* all) {
  struct sonde_rec_key key;
  int status = SONDE_RECORDER_OK, count = 0, theirs = SONDE_RECORDER_OK;
  for (int i = 0; i < r->keys.count && status == SONDE_RECORDER_OK; ++i)
    status = sonde_rec_add(all, r->keys.list[i].name, r->keys.list[i].bytes);
  for (int step = 1; step < r->size; step *= 2) {
    if (r->rank & step) {
      sonde_rec_ok(r, MPI_Send(&all->count, 1, MPI_INT, r->rank - step, 0, r->comm));
      for (int i = 0; i < all->count; ++i)
        sonde_rec_ok(r, MPI_Send(&all->list[i], (int)sizeof key, MPI_BYTE, r->rank - step, 0, r->comm));
      break;
    }
    if (r->rank + step >= r->size) continue;
    sonde_rec_ok(r, MPI_Recv(&count, 1, MPI_INT, r->rank + step, 0, r->comm, MPI_STATUS_IGNORE));
    for (int i = 0; i < count; ++i) { /* also where memory is short: the other rank sends them all */
      sonde_rec_ok(r,
                   MPI_Recv(&key, (int)sizeof key, MPI_BYTE, r->rank + step, 0, r->comm, MPI_STATUS_IGNORE));
      if (sonde_rec_find(all, 0, key.name, key.bytes) < 0) theirs = sonde_rec_add(all, key.name, key.bytes);
      if (theirs != SONDE_RECORDER_OK) status = theirs;
    }
  }
  return sonde_rec_agree(r->comm, r->rank, status);
}

/* The case that is written: samples `from` to `to` of the ranks that have them. */
struct sonde_rec_row {
  const struct sonde_rec_key* key;
  const struct sonde_rec_series* mine;
  const char* mode;
  int64_t from, to;
  int members;
  int64_t least, most;        /* samples of the ranks of the phase */
  double t_min, t_max, t_avg; /* means of the ranks */
  int slowest;                /* the rank that was slowest most often */
  double min, max;            /* of the values that are written */
  int64_t values;
};

/* Who takes part, how the means of the ranks lie. */
static inline void sonde_rec_reduce_means(sonde_recorder* r, struct sonde_rec_row* row) {
  const int64_t end = row->mine->count < row->to ? row->mine->count : row->to;
  const char takes_part = end > row->from;
  double sum = 0, largest[2] = {-1e300, -1e300}, ends[2] = {0, 0}, total = 0;
  for (int64_t i = row->from; i < end; ++i) sum += row->mine->seconds[i];
  if (takes_part) {
    sum /= (double)(end - row->from);
    largest[0] = sum;
    largest[1] = -sum;
  }
  sonde_rec_ok(r, MPI_Reduce(largest, ends, 2, MPI_DOUBLE, MPI_MAX, 0, r->comm));
  sonde_rec_ok(r, MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, r->comm));
  sonde_rec_ok(r, MPI_Gather(&takes_part, 1, MPI_CHAR, r->takes_part, 1, MPI_CHAR, 0, r->comm));
  row->t_max = ends[0];
  row->t_min = -ends[1];
  row->t_avg = total / row->members;
}

static inline void sonde_rec_put_identity(sonde_recorder* r, const struct sonde_rec_row* row) {
  sonde_rec_put_string(r, "{\"schema\":1,\"kind\":\"case\",\"benchmark\":", row->key->name);
  if (row->mode != NULL)
    sonde_rec_put_string(r, ",\"mode\":", row->mode);
  else
    sonde_rec_put(r, ",\"mode\":null");
  sonde_rec_put_whole(r, ",\"multi\":false,\"processes\":", row->members);
  sonde_rec_put(r, ",\"groups\":1,\"group\":null,\"bytes\":");
  if (row->key->bytes >= 0)
    sonde_rec_put_whole(r, "", row->key->bytes);
  else
    sonde_rec_put(r, "null");
  sonde_rec_put_whole(
      r, ",\"status\":\"measured\",\"reason\":null,\"text\":null,\"repetitions\":", row->to - row->from);
  sonde_rec_put(r, ",\"ranks\":");
  if (row->members == r->size && r->size > 64) { /* the places of the header say it */
    sonde_rec_put(r, "null");
    return;
  }
  const char* separator = "[";
  for (int rank = 0; r->rank == 0 && rank < r->size; ++rank) {
    if (!r->takes_part[rank]) continue;
    sonde_rec_put_whole(r, separator, rank);
    separator = ",";
  }
  sonde_rec_put(r, "]");
}

static inline void sonde_rec_put_value(sonde_recorder* r, struct sonde_rec_row* row, double seconds) {
  sonde_rec_put_number(r, row->values == 0 ? "" : ",", seconds);
  if (row->values == 0 || seconds < row->min) row->min = seconds;
  if (row->values == 0 || seconds > row->max) row->max = seconds;
  ++row->values;
}

static inline void sonde_rec_put_samples(sonde_recorder* r, struct sonde_rec_row* row) {
  const int64_t each = (row->to - row->from - 1) / SONDE_REC_BATCHES + 1;
  int64_t in_batch = 0;
  double sum = 0;
  int piece = 0;
  if (r->rank == 0) memset(r->times_slowest, 0, (size_t)r->size * sizeof *r->times_slowest);
  sonde_rec_put(r, ",\"batches_s\":[");
  for (int64_t at = row->from; at < row->to; at += piece) {
    piece = row->to - at < SONDE_REC_PIECE ? (int)(row->to - at) : SONDE_REC_PIECE;
    for (int i = 0; i < piece; ++i) {
      r->mine[i].seconds = at + i < row->mine->count ? row->mine->seconds[at + i] : -1;
      r->mine[i].rank = r->rank;
    }
    sonde_rec_ok(r, MPI_Reduce(r->mine, r->slowest, piece, MPI_DOUBLE_INT, MPI_MAXLOC, 0, r->comm));
    for (int i = 0; r->rank == 0 && r->mpi_error == MPI_SUCCESS && i < piece; ++i) {
      ++r->times_slowest[r->slowest[i].rank];
      sum += r->slowest[i].seconds;
      if (++in_batch < each && at + i + 1 < row->to) continue;
      sonde_rec_put_value(r, row, sum / (double)in_batch);
      in_batch = 0;
      sum = 0;
    }
  }
  for (int rank = 1; r->rank == 0 && rank < r->size; ++rank)
    if (r->times_slowest[rank] > r->times_slowest[row->slowest]) row->slowest = rank;
}

/* What the samples do not say. All that follows from them is left to who reads the record. */
static inline void sonde_rec_put_summary(sonde_recorder* r, const struct sonde_rec_row* row) {
  int place = 0; /* of the slowest rank, among those that take part */
  for (int rank = 0; rank < row->slowest; ++rank) place += r->takes_part[rank];
  sonde_rec_put_number(r, ",\"summary\":{\"mean_s\":", row->t_max);
  sonde_rec_put(r, ",\"median_s\":null,\"p5_s\":null,\"p25_s\":null,\"p75_s\":null,\"p95_s\":null");
  sonde_rec_put_number(r, ",\"min_s\":", row->min);
  sonde_rec_put_number(r, ",\"max_s\":", row->max);
  sonde_rec_put(
      r,
      ",\"ci_low_s\":null,\"ci_high_s\":null,\"effective_batches\":null,\"rho\":null,\"drift\":null,\"trend\":null");
  sonde_rec_put_number(
      r, ",\"slowest_share\":", (double)r->times_slowest[row->slowest] / (double)(row->to - row->from));
  sonde_rec_put(
      r,
      ",\"slowest_excess\":null,\"slowest_lead\":null,\"slowest_chance\":null,\"outlier_share\":null,"
      "\"outlier_time\":null,\"modes\":[]");
  sonde_rec_put_whole(r, ",\"repetitions\":", row->to - row->from);
  sonde_rec_put_whole(r, ",\"batches\":", row->values);
  sonde_rec_put_whole(r, ",\"warm_up\":0,\"stop_reason\":\"fixed_count\",\"slowest_rank\":", place);
  sonde_rec_put(r, "}");
}

static inline void sonde_rec_put_warnings(sonde_recorder* r, const struct sonde_rec_row* row) {
  sonde_rec_put(r, ",\"warnings\":[");
  if (row->most > row->least) {
    sonde_rec_put(r, "{\"kind\":\"unequal_samples\",\"text\":\"");
    sonde_rec_put_escaped(r, row->key->name);
    if (row->key->bytes >= 0) {
      sonde_rec_put_whole(r, ", ", row->key->bytes);
      sonde_rec_put(r, " bytes");
    }
    sonde_rec_put_whole(r, ": its ranks have from ", row->least);
    sonde_rec_put_whole(r, " to ", row->most);
    sonde_rec_put(
        r,
        " samples; those that not all have stand in the case not on all ranks\",\"advice\":\"record each "
        "repetition on every rank that takes part\"}");
  }
  sonde_rec_put(r, "]");
}

static inline void sonde_rec_put_case(sonde_recorder* r, struct sonde_rec_row* row) {
  sonde_rec_reduce_means(r, row);
  sonde_rec_put_identity(r, row);
  sonde_rec_put_samples(r, row);
  if (r->rank != 0) return;
  sonde_rec_put_whole(r, "],\"slowest_world_rank\":", row->slowest);
  sonde_rec_put_number(r, ",\"t_min_s\":", row->t_min);
  sonde_rec_put_number(r, ",\"t_max_s\":", row->t_max);
  sonde_rec_put_number(r, ",\"t_avg_s\":", row->t_avg);
  sonde_rec_put(
      r,
      ",\"megabytes_per_second\":null,\"completion_s\":null,\"clock_error_s\":null,\"defects\":null,"
      "\"overlap\":null");
  sonde_rec_put_summary(r, row);
  sonde_rec_put_warnings(r, row);
  sonde_rec_put(r, ",\"witnesses\":[],\"extra\":{},\"measured_s\":null,\"dead_s\":null}\n");
}

/* The cases of one phase, one or two; returns how many. */
static inline int sonde_rec_put_phase(sonde_recorder* r, const struct sonde_rec_key* key) {
  const struct sonde_rec_series none = {NULL, 0, 0};
  const int at = sonde_rec_find(&r->keys, r->last, key->name, key->bytes);
  struct sonde_rec_row row;
  memset(&row, 0, sizeof row);
  row.key = key;
  row.mine = at < 0 ? &none : &r->series[at];
  const int64_t count = row.mine->count;
  int64_t mine[2] = {count, count > 0 ? -count : -INT64_MAX}, counts[2] = {0, 0}, members[2] = {0, 0};
  sonde_rec_ok(r, MPI_Allreduce(mine, counts, 2, MPI_INT64_T, MPI_MAX, r->comm));
  row.most = counts[0];
  row.least = row.to = -counts[1];
  mine[0] = count > 0;
  mine[1] = count > row.least;
  sonde_rec_ok(r, MPI_Allreduce(mine, members, 2, MPI_INT64_T, MPI_SUM, r->comm));
  if (r->mpi_error != MPI_SUCCESS) return 0;
  struct sonde_rec_row rest = row;
  row.members = (int)members[0];
  sonde_rec_put_case(r, &row);
  if (members[1] == 0) return 1;
  rest.members = (int)members[1];
  rest.mode = "not on all ranks";
  rest.from = row.least;
  rest.to = row.most;
  sonde_rec_put_case(r, &rest);
  return 2;
}

static inline void sonde_rec_put_cases(sonde_recorder* r, const struct sonde_rec_keys* all) {
  struct sonde_rec_key key;
  int count = all->count, cases = 0;
  sonde_rec_ok(r, MPI_Bcast(&count, 1, MPI_INT, 0, r->comm));
  for (int i = 0; i < count; ++i) {
    memset(&key, 0, sizeof key);
    if (r->rank == 0) key = all->list[i];
    sonde_rec_ok(r, MPI_Bcast(&key, (int)sizeof key, MPI_BYTE, 0, r->comm));
    cases += sonde_rec_put_phase(r, &key);
  }
  sonde_rec_put_time(r, "{\"schema\":1,\"kind\":\"footer\",\"end\":");
  sonde_rec_put_whole(r, ",\"exit_status\":0,\"measured\":", cases);
  sonde_rec_put(r, ",\"skipped\":0,\"failed\":0,\"measured_s\":null,\"dead_s\":null}\n");
}

static inline int sonde_recorder_close(sonde_recorder* r) {
  struct sonde_rec_keys all = {NULL, 0, 0};
  if (r == NULL)
    return sonde_rec_fail(SONDE_RECORDER_NONE, "there is no recorder: it was not opened", "", "");
  MPI_Comm comm = r->comm;
  const int rank = r->rank;
  int status = sonde_rec_gather_keys(r, &all);
  if (status == SONDE_RECORDER_OK) sonde_rec_put_cases(r, &all);
  const int written = sonde_rec_written(r, 1);
  status = sonde_rec_agree(comm, rank, status != SONDE_RECORDER_OK ? status : written);
  free(all.list);
  sonde_rec_free(r);
  MPI_Comm_free(&comm);
  return status;
}

#ifdef __cplusplus
}
#endif

#endif
