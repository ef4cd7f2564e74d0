/* A thread of a runtime receives, and the program asks for its rank at that moment. StarPU. */
/* case: cflags=-pthread */
#include "case.h"

#include <pthread.h>
#include <unistd.h>

static void *receive(void *value) {
  MPI_Recv(value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return NULL;
}

int main(void) {
  int provided, value = 0;
  pthread_t runtime;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    pthread_create(&runtime, NULL, receive, &value);
    usleep(500000);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank); /* expect: thread-level */
    pthread_join(runtime, NULL);
  } else {
    usleep(2000000);
    MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
