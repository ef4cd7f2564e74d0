/* A second thread calls MPI in a program that has called MPI_Init. */
/* case: ranks=1 cflags=-pthread */
#include "case.h"
#include <pthread.h>

static void *second(void *unused) {
  int n;
  MPI_Comm_size(MPI_COMM_WORLD, &n); /* expect: thread-level */
  return unused;
}

int main(void) {
  pthread_t thread;
  begin();
  pthread_create(&thread, NULL, second, NULL);
  pthread_join(thread, NULL);
  MPI_Finalize();
}
