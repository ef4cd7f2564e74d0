/* A second thread, which was there before MPI_Init, posts a receive in the middle of the run. The
 * first one tells the sender so, but nothing orders it after the second one. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t begun;
static int value, go;

static void *second(void *unused) {
  MPI_Request request;
  sem_wait(&begun);
  usleep(300000);
  MPI_Irecv(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &request); /* site: rsend-unordered */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return unused;
}

int main(void) {
  int provided, got;
  pthread_t thread;
  sem_init(&begun, 0, 0);
  pthread_create(&thread, NULL, second, NULL);
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 20; i++)
    MPI_Sendrecv(&rank, 1, MPI_INT, !rank, 3, &got, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  if (rank == 0) {
    sem_post(&begun);
    usleep(900000);
    MPI_Send(&go, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&go, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Rsend(&got, 1, MPI_INT, 0, 5, MPI_COMM_WORLD); /* expect: rsend-unordered */
    pthread_cancel(thread);
  }
  pthread_join(thread, NULL);
  MPI_Finalize();
}
