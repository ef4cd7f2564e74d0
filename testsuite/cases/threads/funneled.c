/* A second thread calls MPI, which only the main thread may do. */
/* case: ranks=1 cflags=-pthread */
#include "case.h"
#include <pthread.h>

static void *second(void *unused) {
  int n;
  MPI_Comm_size(MPI_COMM_WORLD, &n); /* expect: thread-level */
  return unused;
}

int main(void) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  if (provided > MPI_THREAD_FUNNELED) /* nothing was promised */
    provided = MPI_THREAD_FUNNELED;
  pthread_create(&thread, NULL, second, NULL);
  pthread_join(thread, NULL);
  MPI_Finalize();
}
