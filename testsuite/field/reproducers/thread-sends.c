/* A thread of its own sends, and MPI was initialised without threads. MolDS. */
/* case: cflags=-pthread */
#include "case.h"

#include <pthread.h>

static void *send(void *value) {
  MPI_Send(value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* expect: thread-level */
  return NULL;
}

int main(void) {
  int value = 1;
  pthread_t thread;
  begin();
  if (rank == 0) {
    pthread_create(&thread, NULL, send, &value);
    pthread_join(thread, NULL);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
