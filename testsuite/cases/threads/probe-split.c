/* Two threads probe for messages and receive what they have found; each may get the other's.
 * They take turns by sleeping. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static void receive(void) {
  int value;
  MPI_Status status;
  MPI_Probe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &status); /* site: probe-split */
  int tag = status.MPI_TAG;
  MPI_Recv(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, &status); /* expect: probe-split */
}

static void *second(void *unused) {
  usleep(200000);
  receive();
  return unused;
}

int main(void) {
  int provided, value = 3;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
    MPI_Send(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
  } else if (rank == 1) {
    pthread_create(&thread, NULL, second, NULL);
    receive();
    pthread_join(thread, NULL);
  }
  MPI_Finalize();
}
