/* The main thread is not the first one of the process: it is the one that has initialised MPI.
 */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>

static void *all(void *unused) {
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, all, NULL);
  pthread_join(thread, NULL);
}
