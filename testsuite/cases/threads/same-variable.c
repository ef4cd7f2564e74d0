/* Two threads wait by one variable. The message is there, so the second finds the null handle;
 * they take turns by sleeping. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static void *first(void *request) {
  MPI_Wait(request, MPI_STATUS_IGNORE); /* site: request-two-threads */
  return NULL;
}

static void *second(void *request) {
  usleep(300000);
  MPI_Wait(request, MPI_STATUS_IGNORE); /* expect: request-two-threads */
  return NULL;
}

int main(void) {
  int provided, value = 0;
  pthread_t thread[2];
  MPI_Request request;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    pthread_create(&thread[0], NULL, first, &request);
    pthread_create(&thread[1], NULL, second, &request);
    pthread_join(thread[0], NULL);
    pthread_join(thread[1], NULL);
  } else {
    MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
