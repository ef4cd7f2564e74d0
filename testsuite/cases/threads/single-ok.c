/* Threads that do not call MPI. */
/* case: ranks=1 cflags=-pthread */
#include "case.h"
#include <pthread.h>

static void *second(void *unused) {
  return unused;
}

int main(void) {
  int n;
  pthread_t thread;
  begin();
  pthread_create(&thread, NULL, second, NULL);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  pthread_join(thread, NULL);
  MPI_Finalize();
}
