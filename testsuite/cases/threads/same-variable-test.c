/* Two threads test by one variable until the request is complete: the second finds the null
 * handle there. They take turns by sleeping. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static MPI_Request request[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};

static void *first(void *unused) {
  int done = 0;
  while (!done)
    MPI_Testall(2, request, &done, MPI_STATUSES_IGNORE); /* site: request-two-threads */
  return unused;
}

static void *second(void *unused) {
  int done = 0;
  usleep(300000);
  while (!done)
    MPI_Test(&request[1], &done, MPI_STATUS_IGNORE); /* expect: request-two-threads */
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
  pthread_create(&thread[0], NULL, first, NULL);
  pthread_create(&thread[1], NULL, second, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  MPI_Finalize();
}
