/* A thread that never calls MPI stores where another process puts. */
/* case: levels=compiled */
#include "case.h"
#include <pthread.h>

static int *memory;

static void *work(void *unused) {
  for (int i = 0; i < 8; i++)
    memory[i] = i; /* site: rma-local-race */
  return unused;
}

int main(void) {
  int value = 1, level;
  MPI_Win win;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win); /* expect: rma-local-race */
  if (rank == 1) {
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
