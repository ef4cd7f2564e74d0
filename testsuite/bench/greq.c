/* Eight threads complete generalized requests, 10^6 in a run, and another thread waits for them.
 * The callbacks are counted: each request must be queried and freed once. */
#include "bench.h"
#include <pthread.h>
#include <stdatomic.h>

#define WORKERS 8
#define EACH 64
#define TURNS (1000000 / (WORKERS * EACH))

static MPI_Request requests[WORKERS][EACH];
static pthread_barrier_t ready;
static atomic_long queries, frees;

static int query(void *state, MPI_Status *status) {
  (void)state;
  queries++;
  MPI_Status_set_elements(status, MPI_INT, 1);
  MPI_Status_set_cancelled(status, 0);
  return MPI_SUCCESS;
}

static int release(void *state) {
  (void)state;
  frees++;
  return MPI_SUCCESS;
}

static int cancel(void *state, int complete) {
  (void)state;
  return complete ? MPI_SUCCESS : MPI_ERR_OTHER;
}

static void *work(void *number) {
  MPI_Request *mine = requests[(long)number];
  for (int turn = 0; turn < TURNS; turn++) {
    pthread_barrier_wait(&ready);
    for (int i = 0; i < EACH; i++)
      MPI_Grequest_complete(mine[i]);
  }
  return NULL;
}

int main(int argc, char **argv) {
  int provided;
  MPI_Request all[WORKERS * EACH];
  MPI_Status statuses[WORKERS * EACH];
  pthread_t threads[WORKERS];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  pthread_barrier_init(&ready, NULL, WORKERS + 1);
  for (long i = 0; i < WORKERS; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  double start = bench_now();
  for (int turn = 0; turn < TURNS; turn++) {
    for (int i = 0; i < WORKERS * EACH; i++) {
      MPI_Grequest_start(query, release, cancel, NULL, &requests[i / EACH][i % EACH]);
      all[i] = requests[i / EACH][i % EACH];
    }
    pthread_barrier_wait(&ready);
    MPI_Waitall(WORKERS * EACH, all, statuses);
  }
  double seconds = bench_now() - start;
  for (int i = 0; i < WORKERS; i++)
    pthread_join(threads[i], NULL);
  long count = (long)TURNS * WORKERS * EACH;
  if (queries != count || frees != count) {
    fprintf(stderr, "%ld requests, %ld queries, %ld frees\n", count, queries, frees);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  printf("%.9g\n", seconds / (double)count);
  MPI_Finalize();
}
