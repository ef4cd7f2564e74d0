/* Processes take turns by a lock made of MPI_Compare_and_swap, whose result the thread uses
 * when another one has flushed and ended. What was put may still be under way when the lock
 * goes. */
/* case: levels=mpi,pages,compiled cflags=-pthread */
#define CASE_MULTIPLE
#include "case.h"
#include <pthread.h>

static MPI_Win win;

static void *flush(void *unused) {
  MPI_Win_flush(0, win);
  return unused;
}

static void swap(int from, int to) {
  pthread_t thread;
  int old;
  do {
    MPI_Compare_and_swap(&to, &from, &old, MPI_INT, 0, 0, win);
    pthread_create(&thread, NULL, flush, NULL);
    pthread_join(thread, NULL);
  } while (old != from);
}

int main(void) {
  int *memory;
  begin();
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  memory[0] = memory[1] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 3; i++) {
    swap(0, 1);
    MPI_Put(&rank, 1, MPI_INT, 1, 1, 1, MPI_INT, win); /* expect: rma-race */
    MPI_Win_flush_local(1, win);
    swap(1, 0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
