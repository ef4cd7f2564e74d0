/* A second thread, which was there before MPI_Init, makes its first calls in the middle of the
 * run. A message that it receives orders its collective call after that of the first one. */
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
  MPI_Barrier(MPI_COMM_WORLD);
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
  } else {
    MPI_Recv(&go, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&go, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    pthread_cancel(thread);
  }
  pthread_join(thread, NULL);
  MPI_Finalize();
}
