/* Each of two threads tests a variable of its own and, behind a barrier, that of the other. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>

static MPI_Request request[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
static pthread_barrier_t both;

static void *first(void *unused) {
  int done = 0;
  while (!done)
    MPI_Test(&request[0], &done, MPI_STATUS_IGNORE);
  pthread_barrier_wait(&both);
  MPI_Test(&request[1], &done, MPI_STATUS_IGNORE);
  return unused;
}

static void *second(void *unused) {
  int done = 0;
  while (!done)
    MPI_Test(&request[1], &done, MPI_STATUS_IGNORE);
  pthread_barrier_wait(&both);
  MPI_Test(&request[0], &done, MPI_STATUS_IGNORE);
  return unused;
}

int main(void) {
  int provided, value[2] = {0, 0};
  pthread_t thread[2];
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 2 && !rank; i++)
    MPI_Irecv(&value[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &request[i]);
  for (int i = 0; i < 2 && rank; i++)
    MPI_Send(&value[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD);
  pthread_barrier_init(&both, NULL, 2);
  pthread_create(&thread[0], NULL, first, NULL);
  pthread_create(&thread[1], NULL, second, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  MPI_Finalize();
}
