/*
 * Records the samples that its arguments name, to test sonde/recorder.h with times that are known.
 *
 *     recorded_samples [-split] [-full] [-limit BYTES] FILE PROGRAM [RANKS,BYTES,SECONDS[xTIMES],NAME]...
 *
 * RANKS: a rank, or * for all. Of several times every other one takes twice as long. -split: even and odd ranks have a recorder
 * each, FILE.0 and FILE.1. -full: no file may grow. -limit: of the size of files, before the record is closed. Prints what fails, a line each.
 */
#define _XOPEN_SOURCE 700
#include <locale.h>
#include <signal.h>
#include <sonde/recorder.h>
#include <sys/resource.h>

static int rank, failed;

static void tell(const char *what, int status) {
  if (status == SONDE_RECORDER_OK) return;
  failed = 1;
  printf("%d %s %d %s\n", rank, what, status, sonde_recorder_error());
}

static void take(sonde_recorder *r, char *words) {
  char *end = words;
  const long of = strtol(words, &end, 10);
  if (words[0] == '*') end = words + 1;
  if (words[0] != '*' && of != rank) return;
  const int64_t bytes = strtoll(end + 1, &end, 10);
  const double seconds = strtod(end + 1, &end);
  const long times = *end == 'x' ? strtol(end + 1, &end, 10) : 1;
  for (long i = 0; i < times; ++i)
    tell("sample", sonde_recorder_sample(r, end + 1, bytes, seconds * (double)(1 + i % 2)));
}

static void limit_files(rlim_t bytes) {
  struct rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes;
  setrlimit(RLIMIT_FSIZE, &limit);
  signal(SIGXFSZ, SIG_IGN);
}

int main(int argc, char **argv) {
  char file[1000];
  MPI_Comm comm = MPI_COMM_WORLD;
  int at = 1, split = 0;
  long limit = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (strcmp(argv[at], "-split") == 0) split = at++;
  if (strcmp(argv[at], "-full") == 0) limit_files(0), ++at;
  if (strcmp(argv[at], "-limit") == 0) limit = strtol(argv[at + 1], NULL, 10), at += 2;
  snprintf(file, sizeof file, split ? "%s.%d" : "%s", argv[at], rank % 2);
  if (split) MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &comm);
  sonde_recorder *r = sonde_recorder_open(comm, rank < 2 ? file : NULL, rank < 2 ? argv[at + 1] : NULL);
  if (r == NULL) tell("open", -1);
  for (int i = at + 2; i < argc; ++i) take(r, argv[i]);
  if (setlocale(LC_ALL, "") != NULL && rank == 0) printf("%g is a half\n", 0.5);
  if (limit > 0) limit_files((rlim_t)limit);
  if (r != NULL) tell("close", sonde_recorder_close(r));
  MPI_Finalize();
  return failed;
}
