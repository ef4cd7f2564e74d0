/* Two threads accumulate in one place, by a sum and a product; they are in order because one sleeps. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static MPI_Win win;
static int value = 3;

static void *second(void *unused) {
  usleep(300000);
  MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_PROD, win); /* expect: accumulate-race */
  return unused;
}

int main(void) {
  int provided;
  pthread_t thread;
  ALIGNED int memory[4] = {1, 1, 1, 1};
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    pthread_create(&thread, NULL, second, NULL);
    MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win); /* site: accumulate-race */
    pthread_join(thread, NULL);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
