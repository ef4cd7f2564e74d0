/* Two threads call collective operations: at once on communicators of their own, one after the
 * other on the same one. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <semaphore.h>

static MPI_Comm own;
static sem_t begun;

static void *second(void *unused) {
  int sum;
  for (int i = 0; i < 20; i++)
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, own);
  sem_wait(&begun);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return unused;
}

int main(void) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_dup(MPI_COMM_WORLD, &own);
  sem_init(&begun, 0, 0);
  pthread_create(&thread, NULL, second, NULL);
  for (int i = 0; i < 20; i++)
    MPI_Barrier(MPI_COMM_WORLD);
  sem_post(&begun);
  pthread_join(thread, NULL);
  MPI_Barrier(own);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_free(&own);
  MPI_Finalize();
}
