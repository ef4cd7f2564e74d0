/* The threads of two processes put values to each other and wait for each other in between by a
 * counter at process 0, which each increments and then polls. */
/* case: ranks=2 cflags=-pthread */
#define CASE_MULTIPLE
#include "case.h"
#include <pthread.h>

enum { ROUNDS = 3, THREADS = 2 };

static MPI_Win counter, win;
static int wrong;

static void wait_for_all(int *arrivals) {
  int one = 1, none = 0, count;
  MPI_Fetch_and_op(&one, &count, MPI_INT, 0, 0, MPI_SUM, counter);
  MPI_Win_flush(0, counter);
  *arrivals += size * THREADS;
  while (count < *arrivals) {
    MPI_Fetch_and_op(&none, &count, MPI_INT, 0, 0, MPI_NO_OP, counter);
    MPI_Win_flush(0, counter);
  }
}

#define DATA value, 1, MPI_INT, process, at, 1, MPI_INT, win

static void transfer(int put, int *value, int process, int at) {
  put ? MPI_Put(DATA) : MPI_Get(DATA);
}

/* Each thread has an element of its own, and puts to one of the other process. */
static void *work(void *number) {
  int me = rank * THREADS + (int)(size_t)number, all = size * THREADS, arrivals = 0;
  int to = (me + THREADS) % all, from = to;
  for (int round = 1; round <= ROUNDS; round++) {
    int value = me + round * all, got;
    transfer(1, &value, to / THREADS, to % THREADS);
    MPI_Win_flush(to / THREADS, win);
    wait_for_all(&arrivals);
    transfer(0, &got, rank, me % THREADS);
    MPI_Win_flush(rank, win);
    wrong += got != from + round * all;
    wait_for_all(&arrivals);
  }
  return NULL;
}

int main(void) {
  ALIGNED int count[4] = {0}, memory[4] = {0};
  pthread_t thread[THREADS];
  begin();
  MPI_Win_create(count, sizeof count, sizeof *count, MPI_INFO_NULL, MPI_COMM_WORLD, &counter);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, counter);
  MPI_Win_lock_all(0, win);
  for (size_t i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_unlock_all(counter);
  printf("%d\\n", wrong);
  MPI_Win_free(&win);
  MPI_Win_free(&counter);
  MPI_Finalize();
}
