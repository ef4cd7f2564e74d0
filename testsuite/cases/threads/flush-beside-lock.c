/* Processes take turns by a lock made of MPI_Compare_and_swap, while another thread flushes
 * what it has put itself. What one has put may still be under way when it lets the lock go. */
/* case: levels=mpi,pages,compiled cflags=-pthread */
#define CASE_MULTIPLE
#include "case.h"
#include <pthread.h>

static MPI_Win win;

static void *flush(void *unused) {
  int value = 1;
  for (int i = 0; i < 100; i++) {
    MPI_Put(&value, 1, MPI_INT, 0, 2 + rank, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  }
  return unused;
}

static void swap(int from, int to) {
  int old;
  do {
    old = from; /* what a flush that comes too early would take for the result */
    MPI_Compare_and_swap(&to, &from, &old, MPI_INT, 0, 0, win);
    MPI_Win_flush(0, win);
  } while (old != from);
}

static void work(void) {
  for (int i = 0; i < 20; i++) {
    swap(0, 1);
    MPI_Put(&rank, 1, MPI_INT, 1, 1, 1, MPI_INT, win); /* expect: rma-race */
    MPI_Win_flush_local(1, win);
    swap(1, 0);
  }
}

int main(void) {
  int *memory;
  pthread_t thread;
  begin();
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  memset(memory, 0, 4 * sizeof(int));
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  pthread_create(&thread, NULL, flush, NULL);
  work();
  pthread_join(thread, NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
