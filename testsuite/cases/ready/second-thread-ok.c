/* A second thread, which was there before MPI_Init, posts a receive in the middle of the run and
 * tells the sender so, or the first one does, which waits for it. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t begun, posted;
static int value[2], go[2];

static void *second(void *unused) {
  MPI_Request requests[2];
  sem_wait(&begun);
  usleep(300000);
  for (int i = 0; i < 2; i++)
    MPI_Irecv(&value[i], 1, MPI_INT, 1, 5 + i, MPI_COMM_WORLD, &requests[i]);
  sem_post(&posted);
  MPI_Send(&go[0], 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  return unused;
}

int main(void) {
  int provided, got;
  pthread_t thread;
  sem_init(&begun, 0, 0);
  sem_init(&posted, 0, 0);
  pthread_create(&thread, NULL, second, NULL);
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 20; i++)
    MPI_Sendrecv(&rank, 1, MPI_INT, !rank, 3, &got, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  if (rank == 0) {
    sem_post(&begun);
    sem_wait(&posted);
    MPI_Send(&go[1], 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&go[0], 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Rsend(&got, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    MPI_Recv(&go[1], 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Rsend(&got, 1, MPI_INT, 0, 6, MPI_COMM_WORLD);
    pthread_cancel(thread);
  }
  pthread_join(thread, NULL);
  MPI_Finalize();
}
