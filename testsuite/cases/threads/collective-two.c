/* Two threads call a collective operation on one communicator; they take turns by sleeping. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static void *second(void *unused) {
  usleep(200000);
  MPI_Barrier(MPI_COMM_WORLD); /* expect: collective-two-threads */
  return unused;
}

int main(void) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  pthread_create(&thread, NULL, second, NULL);
  MPI_Barrier(MPI_COMM_WORLD); /* site: collective-two-threads */
  pthread_join(thread, NULL);
  MPI_Finalize();
}
