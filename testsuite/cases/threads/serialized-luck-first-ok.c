/* The thread that was made calls first, and is joined. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>

static void *second(void *unused) {
  int n;
  MPI_Comm_size(MPI_COMM_SELF, &n);
  return unused;
}

int main(void) {
  int provided, n;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
  pthread_create(&thread, NULL, second, NULL);
  pthread_join(thread, NULL);
  MPI_Comm_rank(MPI_COMM_SELF, &n);
  MPI_Finalize();
}
