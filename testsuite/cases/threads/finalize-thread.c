/* Another thread than the one that has initialised MPI calls MPI_Finalize. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>

static void *last(void *unused) {
  MPI_Finalize(); /* expect: finalize-thread */
  return unused;
}

int main(void) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Barrier(MPI_COMM_WORLD);
  pthread_create(&thread, NULL, last, NULL);
  pthread_join(thread, NULL);
}
