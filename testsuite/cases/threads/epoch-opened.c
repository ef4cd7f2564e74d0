/* A thread puts in the epoch that another one has opened; it only sleeps before. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static MPI_Win win;
static int value = 3;

static void *second(void *unused) {
  usleep(300000);
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: op-outside-epoch */
  MPI_Win_flush(1, win);
  return unused;
}

static void begin_epoch(void) {
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win); /* site: op-outside-epoch */
}

int main(void) {
  int provided;
  pthread_t thread;
  ALIGNED int memory[4];
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    pthread_create(&thread, NULL, second, NULL);
    begin_epoch();
    pthread_join(thread, NULL);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
