/* A second thread, which was there before MPI_Init, calls MPI in the middle of the run. Nothing
 * orders what the first one does after that before what it does. */
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
  usleep(600000);
  MPI_Recv(&buffer, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, /* expect: buffer-race */
           MPI_STATUS_IGNORE);
  return unused;
}

static void first(void) {
  MPI_Request request;
  MPI_Send(&go, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  MPI_Isend(&buffer, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request); /* site: buffer-race */
  MPI_Send(&buffer, 1, MPI_INT, 1, 2, MPI_COMM_WORLD); /* the first one is not over */
  usleep(600000);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
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
    MPI_Recv(&buffer, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int tag = 1; tag <= 2; tag++)
      MPI_Recv(&buffer, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int tag = 4; tag <= 5; tag++)
      MPI_Send(&buffer, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
  }
  MPI_Finalize();
}
