/* Two threads of a process get into one buffer, by turns that a lock made of
 * MPI_Compare_and_swap gives them: one lets the lock go before its get is complete. */
/* case: levels=mpi,pages,compiled cflags=-pthread */
#define CASE_MULTIPLE
#include "case.h"
#include <pthread.h>

static MPI_Win win;
static int value;

static void swap(int expected, int new) {
  static _Thread_local int from, to, old;
  from = expected;
  to = new;
  do {
    MPI_Compare_and_swap(&to, &from, &old, MPI_INT, 0, 0, win);
    MPI_Win_flush(0, win);
  } while (old != from);
}

static void *work(void *unused) {
  for (int i = 0; i < 3; i++) {
    swap(0, 1);
    MPI_Get(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win); /* expect: buffer-race */
    swap(1, 0);
    MPI_Win_flush(1, win);
  }
  return unused;
}

int main(void) {
  int *memory;
  pthread_t thread[2];
  begin();
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  memory[0] = memory[1] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    for (int i = 0; i < 2; i++)
      pthread_create(&thread[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
      pthread_join(thread[i], NULL);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
