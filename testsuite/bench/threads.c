/* threads N sweep|update|access own|window: each of N threads uses its own part of an array,
 * which is in a window or has a small window beside it. Prints the processor time of an access
 * of 8 bytes, the mean over the threads in the fastest tenth of the rounds: there may be fewer
 * processors than threads. */
#include <pthread.h>
#include <string.h>
#include "bench.h"

#define MOST 16
#define ROUNDS 50

static struct part {
  pthread_t thread;
  volatile double *memory;
  double seconds[ROUNDS];
  int *index;
} parts[MOST];
static struct kind {
  const char *name;
  void (*run)(struct part *p, int count);
  int count, accesses; /* elements of a part; accesses to each */
} kind;
static int threads;
static pthread_barrier_t barrier;
static MPI_Win win;

static void sweep(struct part *p, int count) {
  double *a = (double *)p->memory;
  for (int i = 0; i < count; i++)
    a[i] = a[i] * 0.99 + 1;
}

static void update(struct part *p, int count) {
  double *a = (double *)p->memory;
  for (int i = 0; i < count; i++)
    a[p->index[i]] += 1;
}

static void access_each(struct part *p, int count) {
  for (int i = 0; i < count; i++)
    p->memory[i] = 1;
}

static const struct kind kinds[] = {{"sweep", sweep, 1 << 16, 2},
                                    {"update", update, 1 << 14, 2},
                                    {"access", access_each, 512, 1}};

static double processor_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void *rounds(void *part) {
  struct part *p = part;
  kind.run(p, kind.count);
  for (int i = 0; i < ROUNDS; i++) {
    if (p == parts) /* so that the rounds of one thread are apart, too */
      MPI_Win_sync(win);
    pthread_barrier_wait(&barrier);
    double start = processor_time();
    kind.run(p, kind.count);
    p->seconds[i] = processor_time() - start;
  }
  return NULL;
}

static void place(double *memory) {
  unsigned random = 1;
  for (int t = 0; t < threads; t++) {
    parts[t].memory = memory + (size_t)t * (size_t)kind.count;
    parts[t].index = malloc((size_t)kind.count * sizeof(int));
    for (int i = 0; i < kind.count; i++) {
      random = random * 1664525 + 1013904223;
      parts[t].index[i] = (int)(random >> 8) % kind.count;
    }
  }
}

static void run(void) {
  double mean[ROUNDS] = {0};
  for (int t = 1; t < threads; t++)
    pthread_create(&parts[t].thread, NULL, rounds, &parts[t]);
  rounds(&parts[0]);
  for (int t = 1; t < threads; t++)
    pthread_join(parts[t].thread, NULL);
  for (int i = 0; i < ROUNDS; i++)
    for (int t = 0; t < threads; t++)
      mean[i] += parts[t].seconds[i] / threads / kind.count / kind.accesses;
  qsort(mean, ROUNDS, sizeof *mean, bench_compare);
  printf("%.9g\n", mean[ROUNDS / 10]);
}

int main(int argc, char **argv) {
  double *memory;
  int level, in_window = argc > 3 && !strcmp(argv[3], "window");
  threads = argc > 1 ? atoi(argv[1]) : 0;
  for (size_t i = 0; argc > 2 && i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(argv[2], kinds[i].name))
      kind = kinds[i];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  if (!kind.run || threads < 1 || threads > MOST)
    MPI_Abort(MPI_COMM_WORLD, 2);
  size_t bytes = (size_t)threads * (size_t)kind.count * sizeof *memory;
  MPI_Win_allocate(in_window ? (MPI_Aint)bytes : 4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &memory, &win);
  double *own = in_window ? NULL : malloc(bytes);
  memory = own ? own : memory;
  memset(memory, 0, bytes);
  MPI_Win_lock_all(0, win);
  place(memory);
  pthread_barrier_init(&barrier, NULL, (unsigned)threads);
  run();
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  free(own);
  MPI_Finalize();
}
