/* A second thread, which was there before MPI_Init, makes its first calls in the middle of the
 * run. A collective call of the first one was over by then, and nothing orders its own before the
 * next one of the first one. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t begun;
static int go;

static void *second(void *unused) {
  sem_wait(&begun);
  usleep(300000);
  MPI_Recv(&go, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  usleep(900000);
  MPI_Barrier(MPI_COMM_WORLD); /* expect: collective-two-threads */
  return unused;
}

int main(void) {
  int provided;
  pthread_t thread;
  sem_init(&begun, 0, 0);
  pthread_create(&thread, NULL, second, NULL);
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    sem_post(&begun);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Send(&rank, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    usleep(600000);
    MPI_Barrier(MPI_COMM_WORLD); /* site: collective-two-threads */
  } else {
    MPI_Recv(&go, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&go, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    pthread_cancel(thread);
  }
  pthread_join(thread, NULL);
  MPI_Finalize();
}
