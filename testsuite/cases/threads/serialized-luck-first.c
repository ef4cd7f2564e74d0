/* Like serialized-luck.c, but the thread that was made calls first, and makes no other call. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static void *second(void *unused) {
  int n;
  MPI_Comm_size(MPI_COMM_SELF, &n); /* site: thread-level */
  return unused;
}

int main(void) {
  int provided, n;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
  pthread_create(&thread, NULL, second, NULL);
  usleep(300000);
  MPI_Comm_rank(MPI_COMM_SELF, &n); /* expect: thread-level */
  pthread_join(thread, NULL);
  MPI_Finalize();
}
