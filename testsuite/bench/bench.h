/* bench.h: what the benchmarks share. A program defines `step`, one iteration, and passes it to
 * bench_run, which runs many short batches of it. Rank 0 prints the seconds of an iteration in
 * the fastest tenth of the batches, because other programs on the machine disturb these least.
 * With BENCH_LONGER=N in the environment batches are N times as long. When rank 0 exits it
 * prints the most KiB that it had in memory. */
#ifndef BENCH_H
#define BENCH_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#define BATCHES 200

static int rank, size, batches = BATCHES;

/* MPI_Wtime is not used, because Fencepost would intercept it. */
static inline double bench_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Called at exit, because MPI_Finalize needs memory, too. */
static inline void bench_memory(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  if (!rank)
    printf("%ld\n", used.ru_maxrss);
}

static inline void bench_begin(int *argc, char ***argv) {
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  atexit(bench_memory);
}

static inline int bench_compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static inline void bench_run(void (*step)(void), int iterations) {
  double seconds[BATCHES];
  const char *longer = getenv("BENCH_LONGER");
  iterations *= longer ? atoi(longer) : 1;
  for (int i = 0; i < iterations; i++)
    step();
  for (int b = 0; b < batches; b++) {
    MPI_Barrier(MPI_COMM_WORLD);
    double start = bench_now();
    for (int i = 0; i < iterations; i++)
      step();
    seconds[b] = (bench_now() - start) / iterations;
  }
  qsort(seconds, (size_t)batches, sizeof *seconds, bench_compare);
  if (!rank)
    printf("%.9g\n", seconds[batches / 10]);
}

#endif
