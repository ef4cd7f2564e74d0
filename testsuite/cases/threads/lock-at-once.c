/* Two threads lock one target. Nothing keeps the second from calling while the first is in its
 * call, or holds its lock. (MPICH stops at an assertion of its own.) */
/* case: cflags=-pthread mpi=openmpi */
#include "case.h"
#include <pthread.h>

static MPI_Win win;
static pthread_barrier_t both;
static int value = 1;

static void *add(void *unused) {
  pthread_barrier_wait(&both);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win); /* expect: lock-twice */
  pthread_barrier_wait(&both);
  MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  pthread_barrier_wait(&both);
  MPI_Win_unlock(0, win);
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
  pthread_barrier_init(&both, NULL, 2);
  if (rank == 1) {
    pthread_create(&thread, NULL, add, NULL);
    add(NULL);
    pthread_join(thread, NULL);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
