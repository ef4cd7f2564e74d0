/* A second thread, which was there before MPI_Init, calls MPI in the middle of the run. What the
 * first one has done by then happens before a message that the second one receives. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t begun;
static int buffer = 1, go;

static void *second(void *unused) {
  sem_wait(&begun);
  usleep(300000);
  MPI_Recv(&go, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&buffer, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return unused;
}

static void first(void) {
  MPI_Request request;
  MPI_Isend(&buffer, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
  MPI_Send(&buffer, 1, MPI_INT, 1, 2, MPI_COMM_WORLD); /* the first one is not over */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Send(&go, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
}

int main(void) {
  int provided;
  pthread_t thread;
  sem_init(&begun, 0, 0);
  pthread_create(&thread, NULL, second, NULL);
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    sem_post(&begun);
    first();
    pthread_join(thread, NULL);
  } else {
    for (int tag = 1; tag <= 3; tag++)
      MPI_Recv(&buffer, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int tag = 4; tag <= 5; tag++)
      MPI_Send(&buffer, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
  }
  MPI_Finalize();
}
