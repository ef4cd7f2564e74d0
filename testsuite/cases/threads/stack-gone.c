/* A thread posts a receive into its own variable and ends before the message has come. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>

static MPI_Request request;

static void *post(void *unused) {
  int value = 0;
  MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* expect: buffer-freed */
  return unused;
}

int main(void) {
  int provided, go = 1;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    pthread_create(&thread, NULL, post, NULL);
    pthread_join(thread, NULL);
    MPI_Send(&go, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&go, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
