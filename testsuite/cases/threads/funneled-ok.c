/* A second thread asks what any thread may ask for; the main thread makes the other calls. */
/* case: ranks=1 cflags=-pthread */
#include "case.h"
#include <pthread.h>

static void *second(void *unused) {
  int yes;
  MPI_Initialized(&yes);
  MPI_Is_thread_main(&yes);
  MPI_Query_thread(&yes);
  return unused;
}

int main(void) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  pthread_create(&thread, NULL, second, NULL);
  pthread_join(thread, NULL);
  MPI_Comm_size(MPI_COMM_WORLD, &provided);
  MPI_Finalize();
}
