/* Threads fill parts of one page and send them, while others still fill theirs: what they store is
 * there, and is sent. */
/* case: levels=mpi,pages timeout=120 */
#include "case.h"
#include <pthread.h>

#define TURNS 40
#define THREADS 4
#define PART 24 /* ints: more than debug registers cover */

static int *parts, turn;
static MPI_Request sends[THREADS];

static void *fill(void *which) {
  long t = (long)which;
  int *part = parts + t * PART;
  for (int i = 0; i < PART; i++)
    part[i] = 1000 * turn + (int)t * PART + i;
  MPI_Isend(part, PART, MPI_INT, !rank, (int)t, MPI_COMM_WORLD, &sends[t]);
  return NULL;
}

static int wrong(const int *at) {
  int n = 0;
  for (int i = 0; i < THREADS * PART; i++)
    n += at[i] != 1000 * turn + i;
  return n;
}

int main(void) {
  pthread_t thread[THREADS];
  MPI_Request receives[THREADS];
  int got, sent = 0, received = 0, in[THREADS * PART];
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &got);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  parts = calloc(THREADS * PART, sizeof *parts);
  for (turn = 0; turn < TURNS; turn++) {
    memset(parts, 0, THREADS * PART * sizeof *parts);
    for (int i = 0; i < THREADS; i++)
      MPI_Irecv(in + i * PART, PART, MPI_INT, !rank, i, MPI_COMM_WORLD, &receives[i]);
    for (long i = 0; i < THREADS; i++)
      pthread_create(&thread[i], NULL, fill, (void *)i);
    for (int i = 0; i < THREADS; i++)
      pthread_join(thread[i], NULL);
    MPI_Waitall(THREADS, sends, MPI_STATUSES_IGNORE);
    MPI_Waitall(THREADS, receives, MPI_STATUSES_IGNORE);
    sent += wrong(parts);
    received += wrong(in);
  }
  if (sent + received)
    printf("rank %d: %d of what was sent and %d of what was received are wrong\n", rank, sent,
           received);
  free(parts);
  MPI_Finalize();
  return sent + received > 0;
}
