/*
 * An application that times its own phases and leaves a record that sonde reads. Its phases: neighbours of a ring exchange
 * halos, and all ranks agree on a residual.
 *
 *     mpicc -std=c99 recorded_phases.c -o recorded_phases $(pkg-config --cflags sonde)
 *     mpirun -np 4 ./recorded_phases before.jsonl
 *     sonde show before.jsonl
 */
#include <sonde/recorder.h>

enum { CELLS = 1000, STEPS = 200 };

static void exchange_halo(double *cells, int left, int right) {
  MPI_Sendrecv(&cells[CELLS], 1, MPI_DOUBLE, right, 0, &cells[0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(&cells[1], 1, MPI_DOUBLE, left, 1, &cells[CELLS + 1], 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

/* One step of a smoother; returns how much the cells have changed. */
static double smooth(double *cells, double *next) {
  double change = 0;
  for (int i = 1; i <= CELLS; ++i) {
    next[i] = 0.25 * cells[i - 1] + 0.5 * cells[i] + 0.25 * cells[i + 1];
    change += (next[i] - cells[i]) * (next[i] - cells[i]);
  }
  for (int i = 1; i <= CELLS; ++i) cells[i] = next[i];
  return change;
}

int main(int argc, char **argv) {
  static double cells[CELLS + 2], next[CELLS + 2];
  int rank = 0, size = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  cells[CELLS / 2] = rank == 0;
  double residual = 0;

  sonde_recorder *recorder =
      sonde_recorder_open(MPI_COMM_WORLD, argc > 1 ? argv[1] : "phases.jsonl", "recorded_phases");
  if (recorder == NULL) {
    if (rank == 0) fprintf(stderr, "recorded_phases: %s\n", sonde_recorder_error());
    MPI_Finalize();
    return 2;
  }
  for (int step = 0; step < STEPS; ++step) {
    double begin = MPI_Wtime();
    exchange_halo(cells, (rank + size - 1) % size, (rank + 1) % size);
    double seconds = MPI_Wtime() - begin;
    sonde_recorder_sample(recorder, "halo", (int64_t)sizeof(double), seconds);

    double change = smooth(cells, next);
    begin = MPI_Wtime();
    MPI_Allreduce(&change, &residual, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    seconds = MPI_Wtime() - begin;
    sonde_recorder_sample(recorder, "residual", (int64_t)sizeof(double), seconds);
  }
  const int status = sonde_recorder_close(recorder);
  if (rank == 0 && status != SONDE_RECORDER_OK) fprintf(stderr, "recorded_phases: %s\n", sonde_recorder_error());
  if (rank == 0) printf("residual after %d steps: %g\n", STEPS, residual);
  MPI_Finalize();
  return status == SONDE_RECORDER_OK ? 0 : 1;
}
