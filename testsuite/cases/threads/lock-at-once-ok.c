/* Two threads lock one target, one after the other: each holds a mutex as long. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>

static MPI_Win win;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static int value = 1;

static void *add(void *unused) {
  pthread_mutex_lock(&turn);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_unlock(0, win);
  pthread_mutex_unlock(&turn);
  return unused;
}

int main(void) {
  int provided;
  pthread_t thread;
  ALIGNED int memory[4] = {0};
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 1) {
    pthread_create(&thread, NULL, add, NULL);
    add(NULL);
    pthread_join(thread, NULL);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
