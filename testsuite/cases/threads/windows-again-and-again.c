/* Threads make a window each, use and free it, again and again. */
/* case: levels=mpi,pages,compiled cflags=-pthread */
#define CASE_MULTIPLE
#include "case.h"
#include <pthread.h>

#define THREADS 3
#define ROUNDS 10
#define CELLS 80

static MPI_Comm comm[THREADS];
static long total[THREADS];

static void *work(void *number) {
  long t = *(int *)number, *cell, one[CELLS / 4];
  for (int round = 0; round < ROUNDS; round++) {
    MPI_Win win;
    MPI_Win_allocate(CELLS * sizeof *cell, sizeof *cell, MPI_INFO_NULL, comm[t], &cell, &win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < CELLS; i++)
      cell[i] = 0;
    MPI_Win_fence(0, win);
    for (int i = 0; i < CELLS / 4; i++)
      one[i] = t + round + i;
    for (int r = 0; r < size; r++)
      MPI_Accumulate(one, CELLS / 4, MPI_LONG, r, (int)t * CELLS / 4, CELLS / 4, MPI_LONG,
                     MPI_SUM, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    for (int i = 0; i < CELLS; i++)
      total[t] += cell[i];
    MPI_Win_free(&win);
  }
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  int number[THREADS];
  begin();
  for (int i = 0; i < THREADS; i++)
    MPI_Comm_dup(MPI_COMM_WORLD, &comm[i]);
  for (int i = 0; i < THREADS; i++) {
    number[i] = i;
    if (i)
      pthread_create(&thread[i], NULL, work, &number[i]);
  }
  work(&number[0]);
  for (int i = 1; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  if (!rank)
    printf("%ld %ld %ld\n", total[0], total[1], total[2]);
  for (int i = 0; i < THREADS; i++)
    MPI_Comm_free(&comm[i]);
  MPI_Finalize();
}
