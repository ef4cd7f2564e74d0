/* Three threads make, use and free windows at once, each on a communicator of its own. */
/* case: ranks=3 cflags=-pthread levels=mpi,pages,compiled */
#define CASE_MULTIPLE
#include "case.h"
#include <pthread.h>

enum { THREADS = 3, ROUNDS = 6, COUNT = 16 };

static MPI_Comm own[THREADS];

static MPI_Win make(int thread, int round, long **memory, long *given) {
  MPI_Win win;
  if ((thread + round) % 2) {
    MPI_Win_allocate((COUNT << thread) * sizeof(long), sizeof(long), MPI_INFO_NULL, own[thread],
                     memory, &win);
  } else {
    *memory = given;
    MPI_Win_create(given, COUNT * sizeof(long), sizeof(long), MPI_INFO_NULL, own[thread], &win);
  }
  return win;
}

static void *work(void *argument) {
  int thread = *(int *)argument;
  ALIGNED long given[COUNT], *memory, value, sum = 0;
  for (int round = 0; round < ROUNDS; round++) {
    MPI_Win win = make(thread, round, &memory, given);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    for (int i = 0; i < COUNT; i++)
      STORE(memory[i], i);
    MPI_Win_fence(0, win);
    value = thread;
    MPI_Put(&value, 1, MPI_LONG, (rank + 1) % size, thread, 1, MPI_LONG, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    LOAD(value, memory[thread]);
    sum += value;
    MPI_Win_free(&win);
  }
  *(int *)argument = (int)sum;
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  int number[THREADS];
  begin();
  for (int i = 0; i < THREADS; i++)
    MPI_Comm_dup(MPI_COMM_WORLD, &own[i]);
  for (int i = 0; i < THREADS; i++) {
    number[i] = i;
    pthread_create(&thread[i], NULL, work, &number[i]);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(thread[i], NULL);
    if (rank == 0)
      printf("%d\n", number[i]);
    MPI_Comm_free(&own[i]);
  }
  MPI_Finalize();
}
