/* A thread that was made before the window loads what another process put, when it has slept. */
/* case: cflags=-pthread levels=pages,compiled */
#include "case.h"
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static int *memory;
static sem_t made, came;

static void *look(void *unused) {
  int seen;
  sem_wait(&made);
  usleep(300000);
  LOAD(seen, memory[3]); /* site: rma-local-race */
  return seen == 4 ? NULL : unused;
}

int main(void) {
  int provided, value = 4;
  pthread_t thread;
  MPI_Win win;
  sem_init(&made, 0, 0);
  sem_init(&came, 0, 0);
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  pthread_create(&thread, NULL, look, NULL);
  MPI_Win_allocate(64, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  sem_post(&made);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win); /* expect: rma-local-race */
  MPI_Win_fence(0, win);
  sem_post(&came);
  pthread_join(thread, NULL);
  MPI_Win_free(&win);
  MPI_Finalize();
}
